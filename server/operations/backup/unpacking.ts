// Reads a whole archive as untrusted input: every file must have a type and path that a backup has, and the size and
// checksum of the manifest, with none missing and none extra. Wanted files are written out on the way. Checksums detect
// damage; they do not detect a forged manifest.
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, fsyncSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import type { Progress } from '../../storage/dialects/dialect.ts';
import { isUnreleased, UnreleasedSchema } from '../../storage/unusable-schema.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../system/private-files.ts';
import {
  DATABASE,
  FORMAT,
  MANIFEST,
  MAX_FILES,
  MAX_MANIFEST_BYTES,
  type Manifest,
  parseManifest,
  QUEUE,
  UPLOADS,
} from './manifest.ts';

const CHUNK = 1024 * 1024;
/** Other programs pad an archive to a whole record. */
const MAX_PADDING = 1024 * 1024;

/** Why the archive cannot be used, as part of a sentence. */
export class Unsound extends Error {}

export interface Unpacking {
  progress: Progress;
  /** Called for each file before it is read. */
  meet?(path: string, bytes: number): void;
  /** The path to write a file to; undefined if it is only read. */
  target?(path: string): string | undefined;
}

type Found = Map<string, { bytes: number; sha256: string }>;

export async function unpackArchive(archive: string, { progress, meet, target }: Unpacking): Promise<Manifest> {
  const { size } = statSync(archive);
  const found: Found = new Map();
  let manifest: Buffer | undefined;
  let writing: number | undefined;
  let isOver = false;

  function read(entry: ReadEntry): void {
    const path = entry.path.replace(/^(\.\/)+/, '');
    if (entry.type === 'Directory') return void entry.resume();
    if (entry.type !== 'File' && entry.type !== 'OldFile') throw unexpected(entry);
    if (!isBackupPath(path)) throw new Unsound(`it contains "${shown(path)}", which is not part of a backup`);
    if (found.has(path)) throw new Unsound(`it contains "${shown(path)}" twice`);
    if (found.size > MAX_FILES) throw new Unsound(`it contains more than ${MAX_FILES} files`);
    if (path === MANIFEST && entry.size > MAX_MANIFEST_BYTES) throw new Unsound('its manifest is too large');
    meet?.(path, entry.size);

    const file = { bytes: entry.size, sha256: '' };
    found.set(path, file);
    writing = created(target?.(path));
    const hash = createHash('sha256');
    const chunks: Buffer[] = [];
    entry.on('data', (chunk) => {
      hash.update(chunk);
      if (path === MANIFEST) chunks.push(chunk);
      if (writing !== undefined) writeAll(writing, chunk);
    });
    entry.on('end', () => {
      file.sha256 = hash.digest('hex');
      if (path === MANIFEST) manifest = Buffer.concat(chunks);
      if (writing !== undefined) fsyncSync(writing);
      close();
    });
  }

  function close(): void {
    if (writing !== undefined) closeSync(writing);
    writing = undefined;
  }

  const parser = new Parser({ strict: true, onReadEntry: read });
  parser.on('ignoredEntry', (entry) => {
    throw unexpected(entry);
  });
  parser.on('eof', () => {
    isOver = true;
  });
  const source = createReadStream(archive, { highWaterMark: CHUNK });
  try {
    await pipeline(source, createGunzip({ chunkSize: CHUNK / 4 }), async (chunks: AsyncIterable<Buffer>) => {
      let behindEnd = 0;
      for await (const chunk of chunks) {
        // The parser would buffer everything after the end.
        if (isOver) behindEnd += chunk.length;
        else parser.write(chunk);
        if (behindEnd > MAX_PADDING) throw new Unsound('there is data after its end');
        progress(source.bytesRead, size);
      }
      parser.end();
    });
  } catch (error) {
    throw isOfTheArchive(error) ? new Unsound('it is damaged, truncated, or not a backup', { cause: error }) : error;
  } finally {
    close();
  }
  if (!isOver) throw new Unsound('it is truncated');
  return checked(manifest, found);
}

/** The paths of a backup: the files at the top, and any number below `uploads`. */
function isBackupPath(path: string): boolean {
  if (path === DATABASE || path === QUEUE || path === MANIFEST) return true;
  const [top, ...below] = path.split('/');
  if (top !== UPLOADS || below.length === 0 || /[\0\\]/.test(path)) return false;
  return below.every((name) => name !== '' && name !== '.' && name !== '..');
}

function checked(text: Buffer | undefined, found: Found): Manifest {
  if (!text) throw new Unsound('it has no manifest');
  const manifest = parseManifest(text.toString());
  if (manifest === undefined) throw new Unsound('its manifest cannot be read');
  if (typeof manifest === 'number') {
    throw new Unsound(`its format is ${manifest}; this version of Fingerpost supports formats up to ${FORMAT}`);
  }
  if (isUnreleased(manifest.migrations)) throw new UnreleasedSchema('The backup');
  found.delete(MANIFEST);
  for (const { path, bytes, sha256 } of manifest.files) {
    const file = found.get(path);
    if (!file) throw new Unsound(`"${shown(path)}" is missing`);
    if (file.bytes !== bytes || file.sha256 !== sha256) throw new Unsound(`"${shown(path)}" is damaged`);
    found.delete(path);
  }
  const [extra] = found.keys();
  if (extra !== undefined) throw new Unsound(`its manifest does not list "${shown(extra)}"`);
  const paths = manifest.files.map(({ path }) => path);
  const [hasDatabase, hasQueue] = [paths.includes(DATABASE), paths.includes(QUEUE)];
  const hasUploads = paths.some((path) => path !== DATABASE && path !== QUEUE);
  const { holds } = manifest;
  const isWhole = hasDatabase === holds.includes('database') && hasDatabase === hasQueue;
  if (!isWhole || (hasUploads && !holds.includes('uploads')) || holds.length === 0) {
    throw new Unsound('its manifest contradicts itself');
  }
  return manifest;
}

function unexpected({ type, path }: ReadEntry): Unsound {
  return new Unsound(`"${shown(path)}" is a ${type}, not a file`);
}

function isOfTheArchive(error: unknown): boolean {
  const { code, tarCode } = error as { code?: string; tarCode?: string };
  return tarCode !== undefined || code?.startsWith('Z_') === true;
}

/** Never overwrites: two names can be the same file on a case-insensitive file system. */
function created(file: string | undefined): number | undefined {
  if (file === undefined) return undefined;
  mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  return openSync(file, 'wx', PRIVATE_FILE);
}

function writeAll(descriptor: number, chunk: Buffer): void {
  for (let written = 0; written < chunk.length; ) written += writeSync(descriptor, chunk, written);
}

/** Removes control characters, so that a name cannot control the terminal. */
function shown(path: string): string {
  return path.replaceAll(/\p{Cc}/gu, '�').slice(0, 200);
}
