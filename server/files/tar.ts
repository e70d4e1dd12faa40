// The parts of a tar archive that are not files.
import { Header, Pax } from 'tar';

const BLOCK = 512;

export function tarHeader(path: string, size: number, mtime: Date): Buffer {
  const entry = { path, size, mtime: new Date(Math.floor(mtime.getTime() / 1000) * 1000), mode: 0o600 };
  const plain = new Header({ ...entry, type: 'File' });
  // A value that does not fit into a plain header, such as a long name, needs an extended header before it.
  const needsMore = plain.encode();
  return needsMore ? Buffer.concat([new Pax(entry).encode(), plain.block!]) : plain.block!;
}

/** Fills the last block of a file. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** An archive without it is incomplete. */
export function tarEnd(): Buffer {
  return Buffer.alloc(2 * BLOCK);
}
