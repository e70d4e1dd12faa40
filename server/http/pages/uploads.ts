// Uploads, straight from where they are stored. They came from outside: whatever a file claims to be, it is served as what
// its name says, and no browser runs it. A name stands for the content of the file, so it may be cached for ever. Serving
// stops with the suspension or deletion of the account, which is looked up in memory.
import type {} from '@fastify/swagger';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../contract/errors.ts';
import { readUploadPath } from '../../../contract/page/uploads.ts';
import { fileType } from '../../files/file-types.ts';
import { type ByteRange, fileName, type OpenedFile, type StoredFile } from '../../files/vault.ts';
import type { Services } from '../services.ts';
import { rangeOf } from '../wire/byte-ranges.ts';
import { isKnown } from '../wire/conditional.ts';
import { overloaded } from '../wire/server.ts';
import { createTransfers } from './transfers.ts';

/** Milliseconds of each second that a stop may take. A download may take for ever; whoever wants the rest can ask for it. */
const STOPPING_PART = 500;

export const uploadsRoutes: FastifyPluginAsync<Services> = async (app, { config, files, publicAccounts }) => {
  // As many as that many open files: they do not count as in flight once they are being sent.
  const transfers = createTransfers(Math.ceil(config.maxInFlight / 2));
  app.addHook('onClose', async () => transfers.stop());
  app.stopping.addEventListener('abort', () => {
    setTimeout(() => {
      for (const response of transfers.present()) response.destroy();
    }, config.stopTimeoutSeconds * STOPPING_PART).unref();
  });

  const url = '/uploads/:digest/:owner/:file';
  // The framework's own HEAD would say that there are no bytes.
  app.route({ method: ['GET', 'HEAD'], url, schema: { hide: true }, handler });

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const upload = readUploadPath(request.url.split('?', 1)[0]!);
    const owner = upload && (await publicAccounts.find(upload.owner));
    if (!owner) throw missing();
    const name = fileName({ ...upload, accountId: owner.accountId });
    const { headers, method } = request;
    if (method === 'GET' && headers.range === undefined && headers['if-none-match'] === undefined) {
      return send(request, reply, await opened(name));
    }
    const found = await files.look(name);
    if (!found) throw missing();
    const etag = etagOf(found);
    if (isKnown(headers['if-none-match'], etag))
      return reply
        .code(304)
        .headers({ ...kept, etag })
        .send();
    if (method === 'HEAD') return describe(request, reply, found).header('content-length', found.bytes).send();
    const range = rangeOf(headers, found.bytes, etag);
    if (range === null) throw outside(found.bytes);
    const file = await opened(name, range);
    if (!range || etagOf(file) === etag) return send(request, reply, file, range);
    file.stream.destroy();
    return send(request, reply, await opened(name));
  }

  async function opened(name: string, range?: ByteRange): Promise<OpenedFile> {
    if (!transfers.makeRoom()) throw overloaded;
    const file = await files.read(name, range);
    if (!file) throw missing();
    return file;
  }

  function send(request: FastifyRequest, reply: FastifyReply, file: OpenedFile, range?: ByteRange): FastifyReply {
    const { bytes, stream } = file;
    describe(request, reply, file).header('content-length', range ? range.end - range.start + 1 : bytes);
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`);
    transfers.enter(reply.raw);
    stream.on('error', (error) => {
      if (!reply.raw.destroyed) request.log.warn({ err: error }, 'Could not read a file to its end');
    });
    return reply.send(stream);
  }
};

const kept = { 'cache-control': 'public, max-age=31536000, immutable' };

function describe(request: FastifyRequest, reply: FastifyReply, file: StoredFile): FastifyReply {
  const name = request.url.split('?', 1)[0]!.split('/').at(-1)!;
  const { type, isShown } = fileType(name);
  if (!isShown) reply.header('content-disposition', 'attachment');
  return reply.type(type).headers({
    ...kept,
    etag: etagOf(file),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    // A share image is shown wherever the page is shared.
    'cross-origin-resource-policy': 'cross-origin',
  });
}

function etagOf({ bytes, putAt }: StoredFile): string {
  return `"${bytes.toString(36)}-${putAt.toString(36)}"`;
}

function missing(): Refusal {
  return new Refusal('not_found', 'There is no such file.', { headers: { 'Cache-Control': 'no-store' } });
}

function outside(bytes: number): Refusal {
  const headers = { 'Content-Range': `bytes */${bytes}`, 'Cache-Control': 'no-store' };
  return new Refusal('malformed', `The file has ${bytes} bytes; the range is outside of it.`, { status: 416, headers });
}
