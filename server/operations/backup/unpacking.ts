// Reads an archive to its end and believes none of it: every file has to be of a kind and at a place that a backup has,
// and as long and with the checksum that the manifest says, none more and none less. What is wanted of it is written
// out on the way. A checksum tells of damage; whoever forges the manifest as well is not found out by it.
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, fsyncSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../private-files.ts';
import type { Progress } from '../../storage/dialects/dialect.ts';
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
/** Other programs fill an archive up to a whole record. */
const MAX_PADDING = 1024 * 1024;

/** Why it is no backup that could be used, as part of a sentence. */
export class Unsound extends Error {}

export interface Unpacking {
  progress: Progress;
  /** Told of each file before any of it is read. */
  meet?(path: string, bytes: number): void;
  /** Where a file is to be written to; undefined for one that is only read. */
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
    if (!isPlace(path)) throw new Unsound(`it holds "${shown(path)}", which a backup does not have`);
    if (found.has(path)) throw new Unsound(`it holds "${shown(path)}" twice`);
    if (found.size > MAX_FILES) throw new Unsound(`it holds more than ${MAX_FILES} files`);
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
        // The parser would keep whatever follows the end.
        if (isOver) behindEnd += chunk.length;
        else parser.write(chunk);
        if (behindEnd > MAX_PADDING) throw new Unsound('there is more behind its end');
        progress(source.bytesRead, size);
      }
      parser.end();
    });
  } catch (error) {
    throw isOfTheArchive(error) ? new Unsound('it is damaged, cut off, or something else', { cause: error }) : error;
  } finally {
    close();
  }
  if (!isOver) throw new Unsound('it is cut off');
  return checked(manifest, found);
}

/** Where a backup has files: two at the top, any number below `uploads`, and nowhere else. */
function isPlace(path: string): boolean {
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
    throw new Unsound(`its format is ${manifest}, and this version of Fingerpost knows those up to ${FORMAT}`);
  }
  found.delete(MANIFEST);
  for (const { path, bytes, sha256 } of manifest.files) {
    const file = found.get(path);
    if (!file) throw new Unsound(`"${shown(path)}" is missing`);
    if (file.bytes !== bytes || file.sha256 !== sha256) throw new Unsound(`"${shown(path)}" is damaged`);
    found.delete(path);
  }
  const [extra] = found.keys();
  if (extra !== undefined) throw new Unsound(`its manifest does not know "${shown(extra)}"`);
  const hasDatabase = manifest.files.some(({ path }) => path === DATABASE);
  const hasUploads = manifest.files.some(({ path }) => path !== DATABASE && path !== QUEUE);
  const { holds } = manifest;
  if (hasDatabase !== holds.includes('database') || (hasUploads && !holds.includes('uploads')) || holds.length === 0) {
    throw new Unsound('its manifest contradicts itself');
  }
  return manifest;
}

function unexpected({ type, path }: ReadEntry): Unsound {
  return new Unsound(`"${shown(path)}" is no file but a ${type}`);
}

function isOfTheArchive(error: unknown): boolean {
  const { code, tarCode } = error as { code?: string; tarCode?: string };
  return tarCode !== undefined || code?.startsWith('Z_') === true;
}

/** Never over something that is there: two names may be one to the file system. */
function created(file: string | undefined): number | undefined {
  if (file === undefined) return undefined;
  mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  return openSync(file, 'wx', PRIVATE_FILE);
}

function writeAll(descriptor: number, chunk: Buffer): void {
  for (let written = 0; written < chunk.length; ) written += writeSync(descriptor, chunk, written);
}

/** Whatever a name holds, it does not steer the terminal. */
function shown(path: string): string {
  return path.replaceAll(/\p{Cc}/gu, '�').slice(0, 200);
}
