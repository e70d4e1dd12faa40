import { rm } from 'node:fs/promises';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { type Static, Type } from 'typebox';
import { ApiError } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { uploadPath, uploadReference } from '../../../../contract/page/uploads.ts';
import { IdPath, listing as listingOf, success } from '../../../../contract/schemas/common.ts';
import { Upload, UploadCreation, UploadParameters, UploadSaved } from '../../../../contract/schemas/uploads.ts';
import { timestamp } from '../../../../contract/time.ts';
import { type UploadUses, usesOfUploads } from '../../../domain/uploads/upload-uses.ts';
import { noSuchUpload, removeUpload, takeUpload } from '../../../domain/uploads/uploads.ts';
import type { Incoming } from '../../../files/incoming.ts';
import { readPublicToken } from '../../../storage/accounts/account-tokens.ts';
import { findUpload, pageOfUploads } from '../../../storage/page/uploads.ts';
import type { Executor, UploadRow } from '../../../storage/tables.ts';
import { tooLarge } from '../../plugins/body.ts';
import type { Services } from '../../services.ts';
import { baseUrl } from '../../wire/base-url.ts';
import { hasBody } from '../../wire/request-body.ts';
import { MAX_UPLOAD_BYTES, readUploadBody } from '../../wire/upload-body.ts';
import { listing, pageRequest } from '../listing.ts';
import { setLocation } from '../location.ts';
import type { WrittenRecord } from '../record-headers.ts';
import { createUnique, recordStore } from '../record-writes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The upload in the path. Set by `loadUpload`. */
    upload: UploadRow;
    /** The received file, until the response is sent. */
    incoming: Incoming | undefined;
  }
}

export const uploadRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, store, files, clock, actorOf, uploadSlots } = services;
  app.decorateRequest('upload');
  app.decorateRequest('incoming');

  // Delete the received file, also if the request failed or the client disconnected.
  app.addHook('onSend', async ({ incoming }) => {
    if (incoming) await rm(incoming.path, { force: true });
  });

  /** Reads the body before Fastify does, for the same reasons as `plugins/body.ts`. */
  async function receive(request: FastifyRequest, _reply: FastifyReply, payload: RequestPayload) {
    const { headers, raw } = request;
    if (!hasBody(headers)) return payload;
    const contentType = headers['content-type'] ?? '';
    const release = uploadSlots.enter(request.caller.accountId);
    try {
      if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) throw notMultipart();
      if (Number(headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES) throw tooLarge(MAX_UPLOAD_BYTES);
      if (!release) throw tooManyUploads();
      const { file, fields } = await readUploadBody(raw, contentType, await files.staging());
      request.incoming = file;
      request.body = fields;
      return payload;
    } finally {
      release?.();
      // If rejected, the client gets the response when it has finished sending. For Fastify the request has no body.
      raw.resume();
      for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete headers[name];
    }
  }

  async function loadUpload(request: FastifyRequest): Promise<void> {
    const { id } = request.params as Static<typeof IdPath>;
    const upload = await findUpload(store.read, request.caller.accountId, id);
    if (upload?.state !== 'ready') throw noSuchUpload();
    request.upload = upload;
  }

  async function read(request: FastifyRequest, db: Executor, id = request.upload.id) {
    const { accountId } = request.caller;
    const upload = await findUpload(db, accountId, id);
    if (upload?.state !== 'ready') throw noSuchUpload();
    const uses = await usesOfUploads(db, accountId);
    const token = await tokenOf(db, accountId);
    return { status: true as const, response: present(upload, uses, token, baseUrl(request, config)) };
  }
  const written: WrittenRecord = { schema: success(Upload), read };

  async function tokenOf(db: Executor, accountId: number): Promise<string> {
    const token = await readPublicToken(db, accountId);
    if (token === undefined) throw new ApiError('unauthenticated');
    return token;
  }

  app.get(
    '/uploads',
    {
      config: { cache: 'account' },
      schema: {
        tags: ['Uploads'],
        operationId: 'listUploads',
        summary: 'List uploads',
        description:
          'All uploaded files, newest first. With filters, `meta` and its page URLs refer to the filtered list.',
        querystring: UploadParameters,
        response: { 200: listingOf(Upload) },
      },
    },
    async (request) => {
      const { accountId } = request.caller;
      const { kind, in_use: isInUse } = request.query;
      const filters = { ...(kind && { kind }), ...(isInUse !== undefined && { in_use: String(isInUse) }) };
      const wanted = { ...pageRequest(request.query), filters };
      const uses = await usesOfUploads(store.read, accountId);
      const digests = isInUse === undefined ? undefined : { values: [...uses.keys()], isIncluded: isInUse };
      const page = await pageOfUploads(store.read, accountId, { kind, digests }, wanted);
      const token = await tokenOf(store.read, accountId);
      const origin = baseUrl(request, config);
      return listing(request, config, wanted, page, (upload) => present(upload, uses, token, origin));
    },
  );

  app.get(
    '/uploads/:id',
    {
      config: { cache: 'account' },
      preValidation: loadUpload,
      schema: {
        tags: ['Uploads'],
        operationId: 'getUpload',
        summary: 'Get an upload',
        description: 'The same record as in the list.',
        params: IdPath,
        response: { 200: success(Upload) },
      },
    },
    (request) => read(request, store.read),
  );

  app.post(
    '/uploads',
    {
      config: { writes: true, record: Upload, written, creates: 'record', streams: true, maxBytes: MAX_UPLOAD_BYTES },
      preParsing: receive,
      schema: {
        tags: ['Uploads'],
        operationId: 'createUpload',
        summary: 'Upload a file',
        description:
          'Uploads an image, a video or another file. The file type is detected from its contents. Images are converted ' +
          'to WebP and AVIF in several sizes, without metadata such as the location of a photo. Use the returned `reference` ' +
          'in fields that take a file, also in page documents. Except in documents, `url` works as well. If the same file ' +
          'is uploaded again, the API returns the existing upload. Files that the page does not use are deleted after ' +
          `${limits.uploadHoursUnused} hours.`,
        consumes: ['multipart/form-data'],
        body: UploadCreation,
        response: { 200: success(UploadSaved) },
      },
    },
    async (request, reply) => {
      const incoming = request.incoming!;
      const { accountId, quotas } = request.caller;
      const change = { accountId, actor: await actorOf(request), at: clock(), quotas };
      const name = request.body.name ?? plainName(incoming.name);
      const creation = { payload: [incoming.digest, name], at: change.at };
      const created = await createUnique(store, request, creation, async () => {
        const upload = await takeUpload(services, change, incoming, name);
        // Not read again: another request may delete it meanwhile.
        return {
          id: upload.id,
          ...addressesOf(upload, await tokenOf(store.read, accountId), baseUrl(request, config)),
        };
      });
      setLocation(reply, `/uploads/${created.id}`);
      return { status: true as const, response: { ...created, message: 'The upload was saved.' } };
    },
  );

  app.post(
    '/uploads/:id/delete',
    {
      config: { writes: true, record: Upload, written },
      preValidation: loadUpload,
      schema: {
        tags: ['Uploads'],
        operationId: 'deleteUpload',
        summary: 'Delete an upload',
        description: 'Fails with 422 while the page uses the file; `errors` lists where.',
        params: IdPath,
        response: { 200: success(Type.String()) },
      },
    },
    async (request) => {
      const change = { accountId: request.caller.accountId, actor: await actorOf(request), at: clock() };
      await removeUpload({ files, store: recordStore(store, request) }, change, request.upload.id);
      return { status: true as const, response: 'The upload was deleted.' };
    },
  );
};

function notMultipart(): ApiError {
  return new ApiError('unsupported_media_type', 'Only these media types are accepted here: multipart/form-data.');
}

function tooManyUploads(): ApiError {
  return new ApiError('unavailable', 'Too many uploads are in progress; try again when they have finished.');
}

function present(upload: UploadRow, uses: UploadUses, publicToken: string, origin: string): Static<typeof Upload> {
  return {
    id: upload.id,
    user: upload.account_id,
    kind: upload.kind,
    name: upload.name,
    type: upload.type,
    ...addressesOf(upload, publicToken, origin),
    width: upload.width,
    height: upload.height,
    bytes: upload.bytes,
    in_use: uses.has(upload.digest),
    created_at: timestamp(upload.created_at),
    updated_at: timestamp(upload.created_at),
  };
}

function addressesOf({ digest, file }: UploadRow, publicToken: string, origin: string) {
  return {
    url: origin + uploadPath({ digest, owner: publicToken, file }),
    reference: uploadReference({ digest, file }),
  };
}

/** Without the folders that some clients send, and without invalid characters. */
function plainName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1)!;
  const plain = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cs}\ufffd]/gu, '')
    .trim();
  return [...plain].slice(0, limits.fileName).join('') || 'upload';
}
