// Serves uploads from the file storage. They are untrusted: the type is that of the stored name, and the policy keeps
// browsers from running them. A name contains the hash of the content, so it can be cached forever. Files of suspended
// and deleted accounts are not served; the account is cached.
import type {} from '@fastify/swagger';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import { readUploadPath } from '../../../contract/page/uploads.ts';
import { EXPORT_FILE } from '../../domain/uploads/export-files.ts';
import { type ByteRange, fileName, type OpenedFile, type StoredFile } from '../../files/file-storage.ts';
import { fileType } from '../../files/file-types.ts';
import type { Services } from '../services.ts';
import { rangeOf } from '../wire/byte-ranges.ts';
import { isKnown } from '../wire/conditional.ts';
import { overloaded } from '../wire/server.ts';
import { createTransfers } from './transfers.ts';

/** After half of the stop timeout, downloads are cut off; clients can resume them. In ms per second of the timeout. */
const CUT_OFF_MS_PER_SECOND = 500;

export const uploadsRoutes: FastifyPluginAsync<Services> = async (app, { config, files, publicAccounts }) => {
  // Limits open files: a transfer does not count as in flight.
  const transfers = createTransfers(Math.ceil(config.maxInFlight / 2));
  app.addHook('onClose', async () => transfers.stop());
  app.stopping.addEventListener('abort', () => {
    setTimeout(() => {
      for (const response of transfers.present()) response.destroy();
    }, config.stopTimeoutSeconds * CUT_OFF_MS_PER_SECOND).unref();
  });

  const url = '/uploads/:digest/:owner/:file';
  // Fastify's own HEAD route would send a Content-Length of 0.
  app.route({ method: ['GET', 'HEAD'], url, schema: { hide: true }, handler });

  async function handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const upload = readUploadPath(request.url.split('?', 1)[0]!);
    const owner = upload && (await publicAccounts.find(upload.owner));
    if (!owner || upload.file === EXPORT_FILE) throw missing();
    const name = fileName({ ...upload, accountId: owner.accountId });
    const { headers, method } = request;
    if (method === 'GET' && headers.range === undefined && headers['if-none-match'] === undefined) {
      return send(request, reply, await opened(name));
    }
    const found = await files.stat(name);
    if (!found) throw missing();
    const etag = etagOf(found);
    if (isKnown(headers['if-none-match'], etag))
      return reply
        .code(304)
        .headers({ ...immutable, etag })
        .send();
    if (method === 'HEAD') return describe(request, reply, found).header('content-length', found.bytes).send();
    const range = rangeOf(headers, found.bytes, etag);
    if (range === null) throw rangeNotSatisfiable(found.bytes);
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

const immutable = { 'cache-control': 'public, max-age=31536000, immutable' };

function describe(request: FastifyRequest, reply: FastifyReply, file: StoredFile): FastifyReply {
  const name = request.url.split('?', 1)[0]!.split('/').at(-1)!;
  const { type, isShown } = fileType(name);
  if (!isShown) reply.header('content-disposition', 'attachment');
  return reply.type(type).headers({
    ...immutable,
    etag: etagOf(file),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    // Other sites show the share image.
    'cross-origin-resource-policy': 'cross-origin',
  });
}

function etagOf({ bytes, putAt }: StoredFile): string {
  return `"${bytes.toString(36)}-${putAt.toString(36)}"`;
}

function missing(): ApiError {
  return new ApiError('not_found', 'There is no such file.', { headers: { 'Cache-Control': 'no-store' } });
}

function rangeNotSatisfiable(bytes: number): ApiError {
  const headers = { 'Content-Range': `bytes */${bytes}`, 'Cache-Control': 'no-store' };
  return new ApiError('malformed', `The file has ${bytes} bytes; the range is outside of it.`, {
    status: 416,
    headers,
  });
}
