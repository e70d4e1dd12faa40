// Forged archives, built byte by byte, with contents that an attacker might choose.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';

export interface Entry {
  path: string;
  body?: string | Buffer;
  type?: 'File' | 'Directory' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'FIFO';
  linkpath?: string;
}

export function tarOf(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ path, body = '', type = 'File', linkpath }) => {
    const content = Buffer.from(body);
    const header = new Header({ path, type, size: content.length, mode: 0o644, ...(linkpath && { linkpath }) });
    header.encode();
    return [header.block!, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** A correct manifest of these uploads, except for the given fields. */
export function manifestOf(uploads: readonly Entry[], given: Record<string, unknown> = {}): Entry {
  const files = uploads.map(({ path, body = '' }) => ({
    path,
    bytes: Buffer.byteLength(body),
    sha256: createHash('sha256').update(body).digest('hex'),
  }));
  const manifest = {
    format: 1,
    version: '0.1.0',
    made_at: '2026-11-15T08:30:00.123456Z',
    engine: 'postgres',
    installation: '5f0f4b0c-1d2e-4c3b-9a80-7d6e5f4c3b2a',
    migrations: [],
    holds: ['uploads'],
    rows: {},
    files,
    ...given,
  };
  return { path: 'manifest.json', body: JSON.stringify(manifest) };
}

export function writeArchive(file: string, entries: readonly Entry[]): void {
  writeFileSync(file, gzipSync(tarOf(entries)));
}
