// Files in an S3-compatible bucket, under the same names as on disk. The SDK is loaded on first use, because it would
// slow down every start.
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  checkedFolder,
  checkedName,
  type FileName,
  type FileOnDisk,
  type FileStorage,
  FileStorageUnavailable,
  type ListedFile,
  MAX_LISTED,
  OWNER_FILE,
} from './file-storage.ts';
import { type Bucket, connect, defaultTimeouts, MAX_ATTEMPTS, statusOf } from './s3-client.ts';
import { createStaging } from './staging.ts';

interface ObjectKey {
  Bucket: string;
  Key: string;
}

/** The timeout of a large file is extended by its size at this minimum speed. */
const MIN_BYTES_PER_MS = 250;
const CONCURRENT_REMOVALS = 8;

/** `localFolder` is for staging. */
export function openBucket(bucket: Bucket, localFolder: string, timeouts = defaultTimeouts): FileStorage {
  const staging = createStaging(localFolder);
  const keyOf = (name: FileName): ObjectKey => ({ Bucket: bucket.name, Key: bucket.prefix + checkedName(name) });
  const ownerKey = { Bucket: bucket.name, Key: bucket.prefix + OWNER_FILE };
  let connecting: ReturnType<typeof connect> | undefined;

  function connected(): ReturnType<typeof connect> {
    connecting ??= connect(bucket, timeouts);
    return connecting;
  }

  async function putObject(key: ObjectKey, content: Buffer | FileOnDisk, type: string): Promise<void> {
    const { s3, client } = await connected();
    const bytes = Buffer.isBuffer(content) ? content.length : content.bytes;
    const requestTimeout = timeouts.answerMs + Math.ceil(bytes / MIN_BYTES_PER_MS);
    const send = (body: Buffer | Readable, abortSignal?: AbortSignal) =>
      client.send(new s3.PutObjectCommand({ ...key, ContentLength: bytes, ContentType: type, Body: body }), {
        requestTimeout,
        ...(abortSignal ? { abortSignal } : {}),
      });
    if (Buffer.isBuffer(content)) return void (await send(content));
    // The SDK retries by itself, except for streams, which it cannot read twice.
    for (let attempt = 1; ; attempt += 1) {
      const stream = createReadStream(content.path);
      const aborting = new AbortController();
      stream.once('error', (error) => aborting.abort(error));
      try {
        return void (await send(stream, aborting.signal));
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || statusOf(error) < 500 || aborting.signal.aborted) throw error;
      } finally {
        stream.destroy();
      }
    }
  }

  async function removeObject(key: ObjectKey): Promise<void> {
    const { s3, client } = await connected();
    await client.send(new s3.DeleteObjectCommand(key));
  }

  function listed(folder: string, after: FileName | undefined): Promise<ListedFile[]> {
    return guarded(async () => {
      const { s3, client } = await connected();
      const scope = { Bucket: bucket.name, Prefix: bucket.prefix + folder, MaxKeys: MAX_LISTED };
      const from = after === undefined ? {} : { StartAfter: bucket.prefix + after };
      const { Contents = [] } = await client.send(new s3.ListObjectsV2Command({ ...scope, ...from }));
      return Contents.map(({ Key = '', Size = 0, LastModified }) => ({
        name: Key.slice(bucket.prefix.length),
        bytes: Size,
        putAt: LastModified?.getTime() ?? 0,
      }));
    });
  }

  return {
    async put(name, content, type) {
      const key = keyOf(name);
      await guarded(() => putObject(key, content, type));
      if (!Buffer.isBuffer(content)) await rm(content.path, { force: true });
    },
    async stat(name) {
      const key = keyOf(name);
      return guarded(async () => {
        const { s3, client } = await connected();
        const found = await orUndefined(client.send(new s3.HeadObjectCommand(key)));
        return found && { bytes: found.ContentLength ?? 0, putAt: found.LastModified?.getTime() ?? 0 };
      });
    },
    async read(name, range) {
      const key = keyOf(name);
      return guarded(async () => {
        const { s3, client } = await connected();
        const header = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
        const found = await orUndefined(client.send(new s3.GetObjectCommand({ ...key, ...header })));
        if (!found) return undefined;
        const stream = found.Body as Readable;
        const [, returned, whole = found.ContentLength ?? 0] =
          /^bytes (.+)\/(\d+)$/.exec(found.ContentRange ?? '') ?? [];
        // The caller has already sent the Content-Length.
        if (range && returned !== `${range.start}-${range.end}`) {
          stream.destroy();
          throw new Error(`the bucket returned a different range than requested: ${found.ContentRange}`);
        }
        return { bytes: Number(whole), putAt: found.LastModified?.getTime() ?? 0, stream };
      });
    },
    async remove(names) {
      const keys = names.map(keyOf);
      await guarded(async () => {
        for (let from = 0; from < keys.length; from += CONCURRENT_REMOVALS) {
          await Promise.all(keys.slice(from, from + CONCURRENT_REMOVALS).map(removeObject));
        }
      });
    },
    list: async (folder, after) => listed(checkedFolder(folder), after),
    walk: (after) => listed('', after),
    staging: () => guarded(() => staging.folder()),
    owner: () =>
      guarded(async () => {
        const { s3, client } = await connected();
        const found = await orUndefined(client.send(new s3.GetObjectCommand(ownerKey)));
        return found?.Body?.transformToString();
      }),
    noteOwner: (installation) => guarded(() => putObject(ownerKey, Buffer.from(installation), 'text/plain')),
    check: () =>
      guarded(async () => {
        const probe = { Bucket: bucket.name, Key: `${bucket.prefix}fingerpost-doctor` };
        await putObject(probe, Buffer.from('fingerpost'), 'text/plain');
        await removeObject(probe);
      }),
    close() {
      staging.close();
      void connecting?.then(({ client }) => client.destroy());
    },
  };
}

async function orUndefined<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return undefined;
    throw error;
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { name, message, code } = error as NodeJS.ErrnoException;
    // Only this part of the error is logged. The rest contains keys and signatures.
    const cause = new Error([code ?? name, message].filter(Boolean).join(': '));
    throw new FileStorageUnavailable('File storage is unavailable; try again shortly.', cause);
  }
}
