// Reads the body of an upload. The file is streamed to disk, so memory use stays small. If the upload is rejected, the
// partial file is deleted before the response is sent; the stream is left to the caller.
import { createHash, randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ApiError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { FileStorageUnavailable } from '../../files/file-storage.ts';
import type { Incoming } from '../../files/incoming.ts';
import { tooLarge } from '../plugins/body.ts';
import { addField } from './form-fields.ts';
import { createMultipartParser, incomplete, type PartHead } from './multipart.ts';

/** The largest file, plus the form around it. */
export const MAX_UPLOAD_BYTES = limits.videoBytes + 64 * 1024;
const MAX_FIELD_BYTES = 8 * 1024;
const MAX_PARTS = 20;

export interface UploadBody {
  /** Undefined if none was sent. The caller deletes it. */
  file: Incoming | undefined;
  /** By name. The value of the `file` field is the file's name. */
  fields: Record<string, unknown>;
}

/** Destination of a part's content. */
interface Sink {
  take(data: Buffer): Promise<void> | void;
  end(): void;
}

const ignored: Sink = { take() {}, end() {} };

export async function readUploadBody(payload: Readable, contentType: string, folder: string): Promise<UploadBody> {
  const fields = new Map<string, unknown>();
  let file: FileSink | undefined;

  async function sinkFor({ name, fileName }: PartHead): Promise<Sink> {
    // A `file` field without a file name is text: validation rejects it.
    if (fileName === undefined) return textSink((text) => addField(fields, name, name === 'file' ? {} : text));
    const isFirst = name === 'file' && !fields.has(name);
    addField(fields, name, name === 'file' ? fileName : {});
    if (!isFirst) return ignored;
    file = await fileSink(folder, fileName);
    return file;
  }

  try {
    const form = createMultipartParser(contentType, MAX_PARTS);
    let sink = ignored;
    let received = 0;
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      received += chunk.length;
      if (received > MAX_UPLOAD_BYTES) throw tooLarge(MAX_UPLOAD_BYTES);
      for (const event of form.parse(chunk)) {
        if ('head' in event) sink = await sinkFor(event.head);
        else if ('data' in event) await sink.take(event.data);
        else sink.end();
      }
    }
    if (!form.isComplete()) throw incomplete();
    return { file: await file?.finished(), fields: Object.fromEntries(fields) };
  } catch (error) {
    await file?.remove();
    if (payload.destroyed && !(error instanceof ApiError)) throw new ApiError('malformed', 'The body is incomplete.');
    throw error;
  }
}

function textSink(done: (text: string) => void): Sink {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return {
    take(data) {
      bytes += data.length;
      if (bytes > MAX_FIELD_BYTES) {
        throw new ApiError('too_large', `A field of this form may have at most ${MAX_FIELD_BYTES} bytes.`);
      }
      chunks.push(Buffer.from(data));
    },
    end: () => done(Buffer.concat(chunks).toString()),
  };
}

interface FileSink extends Sink {
  finished(): Promise<Incoming>;
  remove(): Promise<void>;
}

async function fileSink(folder: string, name: string): Promise<FileSink> {
  const path = join(folder, randomBytes(8).toString('hex'));
  const handle = await onDisk(open(path, 'wx', 0o600));
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async take(data) {
      hash.update(data);
      bytes += data.length;
      await onDisk(handle.appendFile(data));
    },
    end() {},
    async finished() {
      await onDisk(handle.close());
      return { path, bytes, digest: hash.digest('hex'), name };
    },
    async remove() {
      await handle.close().catch(() => {});
      await rm(path, { force: true });
    },
  };
}

/** The folder belongs to the file storage: if it cannot be written to, the file storage is unavailable. */
async function onDisk<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw new FileStorageUnavailable('Files cannot be stored right now; try again later.', error);
  }
}
