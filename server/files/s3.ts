// Files in a bucket of any service that speaks S3, under the same names as on a disk. The SDK is loaded when the bucket
// is first needed: it would take its part of every start.
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Bucket, connect, MAX_ATTEMPTS, statusOf, usualPatience } from './s3-client.ts';
import { createStaging } from './staging.ts';
import {
  checkedFolder,
  checkedName,
  type FileName,
  type FileOnDisk,
  type ListedFile,
  mostListed,
  OWNER_FILE,
  type Vault,
  VaultUnavailable,
} from './vault.ts';

interface ObjectKey {
  Bucket: string;
  Key: string;
}

/** A large file gets as much more as it takes at the slowest pace that we wait for. */
const LEAST_BYTES_A_MS = 250;
const REMOVED_AT_ONCE = 8;

/** `localFolder` is for what is on its way there. */
export function openBucket(bucket: Bucket, localFolder: string, patience = usualPatience): Vault {
  const staging = createStaging(localFolder);
  const keyOf = (name: FileName): ObjectKey => ({ Bucket: bucket.name, Key: bucket.prefix + checkedName(name) });
  const ownerKey = { Bucket: bucket.name, Key: bucket.prefix + OWNER_FILE };
  let connecting: ReturnType<typeof connect> | undefined;

  function connected(): ReturnType<typeof connect> {
    connecting ??= connect(bucket, patience);
    return connecting;
  }

  async function putObject(key: ObjectKey, content: Buffer | FileOnDisk, type: string): Promise<void> {
    const { s3, client } = await connected();
    const bytes = Buffer.isBuffer(content) ? content.length : content.bytes;
    const requestTimeout = patience.answerMs + Math.ceil(bytes / LEAST_BYTES_A_MS);
    const send = (body: Buffer | Readable, abortSignal?: AbortSignal) =>
      client.send(new s3.PutObjectCommand({ ...key, ContentLength: bytes, ContentType: type, Body: body }), {
        requestTimeout,
        ...(abortSignal ? { abortSignal } : {}),
      });
    if (Buffer.isBuffer(content)) return void (await send(content));
    // The SDK tries again by itself, but for streams, which it could not read twice.
    for (let attempt = 1; ; attempt += 1) {
      const stream = createReadStream(content.path);
      const breaking = new AbortController();
      stream.once('error', (error) => breaking.abort(error));
      try {
        return void (await send(stream, breaking.signal));
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || statusOf(error) < 500 || breaking.signal.aborted) throw error;
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
      const within = { Bucket: bucket.name, Prefix: bucket.prefix + folder, MaxKeys: mostListed };
      const from = after === undefined ? {} : { StartAfter: bucket.prefix + after };
      const { Contents = [] } = await client.send(new s3.ListObjectsV2Command({ ...within, ...from }));
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
    async look(name) {
      const key = keyOf(name);
      return guarded(async () => {
        const { s3, client } = await connected();
        const found = await orNothing(client.send(new s3.HeadObjectCommand(key)));
        return found && { bytes: found.ContentLength ?? 0, putAt: found.LastModified?.getTime() ?? 0 };
      });
    },
    async read(name, range) {
      const key = keyOf(name);
      return guarded(async () => {
        const { s3, client } = await connected();
        const wanted = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
        const found = await orNothing(client.send(new s3.GetObjectCommand({ ...key, ...wanted })));
        if (!found) return undefined;
        const stream = found.Body as Readable;
        const [, given, whole = found.ContentLength ?? 0] = /^bytes (.+)\/(\d+)$/.exec(found.ContentRange ?? '') ?? [];
        // Whoever asked has said how much is coming.
        if (range && given !== `${range.start}-${range.end}`) {
          stream.destroy();
          throw new Error(`the bucket gave another range than was asked for: ${found.ContentRange}`);
        }
        return { bytes: Number(whole), putAt: found.LastModified?.getTime() ?? 0, stream };
      });
    },
    async remove(names) {
      const keys = names.map(keyOf);
      await guarded(async () => {
        for (let from = 0; from < keys.length; from += REMOVED_AT_ONCE) {
          await Promise.all(keys.slice(from, from + REMOVED_AT_ONCE).map(removeObject));
        }
      });
    },
    list: async (folder, after) => listed(checkedFolder(folder), after),
    walk: (after) => listed('', after),
    staging: () => guarded(() => staging.folder()),
    owner: () =>
      guarded(async () => {
        const { s3, client } = await connected();
        const found = await orNothing(client.send(new s3.GetObjectCommand(ownerKey)));
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

async function orNothing<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
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
    // Of what the SDK tells, nothing but this goes into a log: the rest has keys and signatures in it.
    const cause = new Error([code ?? name, message].filter(Boolean).join(': '));
    throw new VaultUnavailable('Files cannot be kept or read right now; try again shortly.', cause);
  }
}
