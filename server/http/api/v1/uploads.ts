import { rm } from 'node:fs/promises';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Refusal } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { uploadPath } from '../../../../contract/page/uploads.ts';
import { IdPath, listing as listingOf, PageParameters, success } from '../../../../contract/schemas/common.ts';
import { Upload, UploadCreation, UploadSaved } from '../../../../contract/schemas/uploads.ts';
import { timestamp } from '../../../../contract/time.ts';
import { type UploadUses, usesOfUploads } from '../../../domain/upload-uses.ts';
import { noSuchUpload, removeUpload, takeUpload } from '../../../domain/uploads.ts';
import type { Incoming } from '../../../files/incoming.ts';
import type { UploadRow } from '../../../storage/tables.ts';
import { findUpload, pageOfUploads } from '../../../storage/uploads.ts';
import { baseUrl } from '../../base-url.ts';
import { listing, pageRequest } from '../../listing.ts';
import { tooLarge } from '../../plugins/body.ts';
import { answerEtag } from '../../preconditions.ts';
import type { Services } from '../../services.ts';
import { mostUploadBytes, readUploadBody } from '../../upload-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The upload that the path names, once it is known to be the caller's. */
    upload: UploadRow;
    /** The file that came with the request, until it is answered. */
    incoming: Incoming | undefined;
  }
}

/** Each of them may take the room of the largest file there may be. */
const MOST_ARRIVING = 16;
const MOST_ARRIVING_OF_ONE = 4;

export const uploadRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, store, files, clock, actorOf } = services;
  const arriving = new Map<number, number>();
  app.decorateRequest('upload');
  app.decorateRequest('incoming');

  // Whatever became of the request, and whether or not anybody waits for the answer.
  app.addHook('onSend', async ({ incoming }) => {
    if (incoming) await rm(incoming.path, { force: true });
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
    const { accountId } = request.caller;
    const contentType = request.headers['content-type']!;
    if (Number(request.headers['content-length'] ?? 0) > mostUploadBytes) {
      payload.resume();
      throw tooLarge(mostUploadBytes);
    }
    const total = [...arriving.values()].reduce((sum, count) => sum + count, 0);
    const own = arriving.get(accountId) ?? 0;
    if (total >= MOST_ARRIVING || own >= MOST_ARRIVING_OF_ONE) {
      payload.resume();
      throw new Refusal('unavailable', 'Too many uploads are under way; send this one when they are done.');
    }
    arriving.set(accountId, own + 1);
    try {
      const { file, fields } = await readUploadBody(payload, contentType, await files.staging());
      request.incoming = file;
      return fields;
    } finally {
      const left = arriving.get(accountId)! - 1;
      if (left > 0) arriving.set(accountId, left);
      else arriving.delete(accountId);
    }
  });
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(new Refusal('unsupported_media_type', 'This address takes a body of multipart/form-data only.'));
  });

  async function loadUpload(request: FastifyRequest): Promise<void> {
    const { id } = request.params as Static<typeof IdPath>;
    const upload = await findUpload(store.read, request.caller.accountId, id);
    if (upload?.state !== 'ready') throw noSuchUpload();
    request.upload = upload;
  }

  async function answerFor(request: FastifyRequest, upload: UploadRow) {
    const uses = await usesOfUploads(store.read, upload.account_id);
    return { status: true as const, response: present(upload, uses, baseUrl(request, config)) };
  }

  app.get(
    '/uploads',
    {
      config: { keep: 'account' },
      schema: {
        tags: ['Uploads'],
        operationId: 'listUploads',
        summary: 'What was uploaded',
        description: 'Newest first.',
        querystring: PageParameters,
        response: { 200: listingOf(Upload) },
      },
    },
    async (request) => {
      const { accountId } = request.caller;
      const wanted = pageRequest(request.query);
      const page = await pageOfUploads(store.read, accountId, wanted);
      const uses = await usesOfUploads(store.read, accountId);
      const origin = baseUrl(request, config);
      return listing(request, config, wanted, page, (upload) => present(upload, uses, origin));
    },
  );

  app.get(
    '/uploads/:id',
    {
      config: { keep: 'account' },
      preValidation: loadUpload,
      schema: {
        tags: ['Uploads'],
        operationId: 'getUpload',
        summary: 'One upload',
        params: IdPath,
        response: { 200: success(Upload) },
      },
    },
    async (request) => answerFor(request, request.upload),
  );

  app.post(
    '/uploads',
    {
      config: { writes: true, streams: true, mostBytes: mostUploadBytes },
      schema: {
        tags: ['Uploads'],
        operationId: 'createUpload',
        summary: 'Upload a picture, a video or a file',
        description:
          'What it is, is told by what is in it. A picture is drawn anew, as WebP and AVIF in several sizes, without ' +
          'anything that was written into it, such as where a photo was taken. The `url` may then be sent wherever the ' +
          'page takes a picture, a video or a file. The same file again is the same upload. What nothing of the page ' +
          `refers to is removed after ${limits.uploadHoursUnused} hours, or some hours later.`,
        consumes: ['multipart/form-data'],
        body: UploadCreation,
        response: { 200: success(UploadSaved) },
      },
    },
    async (request, reply) => {
      const incoming = request.incoming!;
      const change = { accountId: request.caller.accountId, actor: await actorOf(request), at: clock() };
      const options = { name: request.body.name ?? plainName(incoming.name), quotaBytes: config.uploadQuotaBytes };
      const upload = await takeUpload(services, change, incoming, options);
      const answer = await answerFor(request, upload);
      reply.header('ETag', answerEtag(answer));
      const { id, url } = answer.response;
      return { status: true as const, response: { id, url, message: 'The upload was saved.' } };
    },
  );

  app.post(
    '/uploads/:id/delete',
    {
      config: { writes: true },
      preValidation: loadUpload,
      schema: {
        tags: ['Uploads'],
        operationId: 'deleteUpload',
        summary: 'Delete an upload',
        description: 'Refused while the page refers to it, with the places that do.',
        params: IdPath,
        response: { 200: success(Type.String()) },
      },
    },
    async (request) => {
      const change = { accountId: request.caller.accountId, actor: await actorOf(request), at: clock() };
      await removeUpload(services, change, request.upload.id);
      return { status: true as const, response: 'The upload was deleted.' };
    },
  );
};

function present(upload: UploadRow, uses: UploadUses, origin: string): Static<typeof Upload> {
  const { account_id: accountId, digest, file } = upload;
  return {
    id: upload.id,
    user: accountId,
    kind: upload.kind,
    name: upload.name,
    type: upload.type,
    url: origin + uploadPath({ digest, accountId, file }),
    width: upload.width,
    height: upload.height,
    bytes: upload.bytes,
    in_use: uses.has(digest),
    created_at: timestamp(upload.created_at),
    updated_at: timestamp(upload.created_at),
  };
}

/** Without the folders that some senders put before it, and without what no name may hold. */
function plainName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1)!;
  const plain = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cs}\ufffd]/gu, '')
    .trim();
  return [...plain].slice(0, limits.fileName).join('') || 'upload';
}
