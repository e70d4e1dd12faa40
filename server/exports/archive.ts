// Writes an archive, a gzipped tar, with little in memory. Text is written to a file first, because its size has to come
// before it. It pauses often, so that requests of others do not wait.
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { tarEnd, tarHeader, tarPadding } from '../files/tar.ts';

const COMPRESSION = 3;
const PAUSE_MS = 2;

export type ArchivedFile =
  | { path: string; text: AsyncIterable<string> }
  | { path: string; bytes: number; content: AsyncIterable<Buffer> };

/** `file` is where the archive goes, and `scratch` is a name for a temporary file. */
export async function writeArchive(
  file: string,
  scratch: string,
  files: AsyncIterable<ArchivedFile>,
  { at, signal }: { at: Date; signal?: AbortSignal | undefined },
): Promise<number> {
  try {
    await pipeline(
      Readable.from(archived(files, scratch, { at, signal }), { objectMode: false }),
      createGzip({ level: COMPRESSION }),
      createWriteStream(file, { mode: 0o600 }),
      { signal },
    );
  } finally {
    await rm(scratch, { force: true });
  }
  return (await stat(file)).size;
}

async function* archived(
  files: AsyncIterable<ArchivedFile>,
  scratch: string,
  { at, signal }: { at: Date; signal: AbortSignal | undefined },
): AsyncGenerator<Buffer> {
  for await (const file of files) {
    const { bytes, content } = 'text' in file ? await writtenDown(file.text, scratch, signal) : file;
    yield tarHeader(file.path, bytes, at);
    let left = bytes;
    for await (const chunk of content) {
      yield chunk;
      left -= chunk.length;
      await sleep(PAUSE_MS);
    }
    if (left !== 0) throw new Error(`The size of ${file.path} has changed`);
    yield tarPadding(bytes);
  }
  yield tarEnd();
}

async function writtenDown(
  text: AsyncIterable<string>,
  scratch: string,
  signal: AbortSignal | undefined,
): Promise<{ bytes: number; content: AsyncIterable<Buffer> }> {
  await pipeline(Readable.from(paused(text)), createWriteStream(scratch, { mode: 0o600 }), { signal });
  const { size } = await stat(scratch);
  return { bytes: size, content: createReadStream(scratch) };
}

async function* paused(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const part of text) {
    // An empty part would end the stream.
    if (part !== '') yield part;
    await sleep(PAUSE_MS);
  }
}
