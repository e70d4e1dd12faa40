// Writes the archive: a gzipped tar, in one pass. Sizes and checksums are known only after a file was read, so the
// manifest comes last. A truncated archive has none.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ApiError } from '../../../contract/errors.ts';
import { tarEnd, tarHeader, tarPadding } from '../../files/tar.ts';
import type { Progress } from '../../storage/dialects/dialect.ts';
import { MANIFEST, type Manifest, type PackedFile } from './manifest.ts';

const CHUNK = 1024 * 1024;
/** The fastest level. Higher levels take 50 % longer for a file that is 5 % smaller. */
const COMPRESSION = 1;

export interface Source {
  /** Path in the archive. */
  path: string;
  /** Path on disk. */
  file: string;
  bytes: number;
  /** The file may be deleted before it is read. It is then left out. */
  mayVanish: boolean;
}

export async function packArchive(
  archive: string,
  sources: readonly Source[],
  describe: (files: PackedFile[]) => Manifest | Promise<Manifest>,
  progress: Progress,
): Promise<void> {
  await pipeline(
    Readable.from(archived(sources, describe, progress), { objectMode: false, highWaterMark: CHUNK }),
    createGzip({ level: COMPRESSION, chunkSize: CHUNK / 4 }),
    createWriteStream(archive, { flags: 'wx', mode: 0o600, flush: true }),
  );
}

async function* archived(
  sources: readonly Source[],
  describe: (files: PackedFile[]) => Manifest | Promise<Manifest>,
  progress: Progress,
): AsyncGenerator<Buffer> {
  const all = sources.reduce((sum, { bytes }) => sum + bytes, 0);
  const packed: PackedFile[] = [];
  let done = 0;
  for (const source of sources) {
    const handle = await opened(source);
    if (!handle) continue;
    try {
      const { size, mtime } = await handle.stat();
      const hash = createHash('sha256');
      yield tarHeader(source.path, size, mtime);
      for await (const chunk of chunksOf(handle, size, source.file)) {
        hash.update(chunk);
        yield chunk;
        done += chunk.length;
        progress(done, all);
      }
      yield tarPadding(size);
      packed.push({ path: source.path, bytes: size, sha256: hash.digest('hex') });
    } finally {
      await handle.close();
    }
  }
  const manifest = Buffer.from(`${JSON.stringify(await describe(packed), null, 1)}\n`);
  yield tarHeader(MANIFEST, manifest.length, new Date());
  yield manifest;
  yield tarPadding(manifest.length);
  yield tarEnd();
}

async function opened({ file, mayVanish }: Source): Promise<FileHandle | undefined> {
  try {
    return await open(file);
  } catch (error) {
    if (mayVanish && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads exactly `size` bytes: data appended meanwhile is for the next backup. */
async function* chunksOf(handle: FileHandle, size: number, file: string): AsyncGenerator<Buffer> {
  for (let read = 0; read < size; ) {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.allocUnsafe(Math.min(CHUNK, size - read)) });
    if (bytesRead === 0)
      throw new ApiError('internal', `The file ${file} became shorter while it was read; try again.`);
    read += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
