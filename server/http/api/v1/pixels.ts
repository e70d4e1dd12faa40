import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  IdempotencyHeader,
  IdPath,
  listing as listingOf,
  PageParameters,
  success,
} from '../../../../contract/schemas/common.ts';
import { Pixel, PixelCreation, PixelEdit, PixelSaved, PixelTemplates } from '../../../../contract/schemas/pixels.ts';
import { timestamp } from '../../../../contract/time.ts';
import { createOnce } from '../../../domain/idempotency.ts';
import { createPixel, editPixel, noSuchPixel, removePixel, withPixelEdit } from '../../../domain/page/pixels.ts';
import { findPixel, pageOfPixels } from '../../../storage/page/pixels.ts';
import type { PixelRow } from '../../../storage/tables.ts';
import { pixelTemplates } from '../../../views/pixel-templates.ts';
import type { Services } from '../../services.ts';
import { answerEtag } from '../../wire/preconditions.ts';
import { listing, pageRequest } from '../listing.ts';
import { setLocation } from '../location.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The pixel in the path. Set by `loadPixel`. */
    pixel: PixelRow;
  }
}

const formats = ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'];

export const pixelRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, store, clock, actorOf }) => {
  app.decorateRequest('pixel');

  /** Runs before validation: a pixel of another account gets 404, whatever the values are. */
  async function loadPixel(request: FastifyRequest): Promise<void> {
    const { id } = request.params as Static<typeof IdPath>;
    const pixel = await findPixel(store.read, request.caller.accountId, id);
    if (!pixel) throw noSuchPixel();
    request.pixel = pixel;
  }

  async function setEtag(reply: FastifyReply, accountId: number, id: number): Promise<void> {
    const pixel = await findPixel(store.read, accountId, id);
    if (pixel) reply.header('ETag', answerEtag(answerOf(pixel)));
  }

  app.get(
    '/pixels',
    {
      config: { unknownFields: 'ignored', keep: 'account' },
      schema: {
        tags: ['Pixels'],
        operationId: 'listPixels',
        summary: 'List pixels',
        description: 'All tracking pixels of the account, ordered by `id`.',
        querystring: PageParameters,
        response: { 200: listingOf(Pixel) },
      },
    },
    async (request) => {
      const wanted = pageRequest(request.query);
      const page = await pageOfPixels(store.read, request.caller.accountId, wanted);
      return listing(request, config, wanted, page, presentPixel);
    },
  );

  app.get(
    '/pixels/template',
    {
      config: { unknownFields: 'ignored' },
      schema: {
        tags: ['Pixels'],
        operationId: 'getPixelTemplates',
        summary: 'Get pixel templates',
        description: 'The snippets of the six platforms, with `{pixel}` as the placeholder for the tracker id.',
        response: { 200: success(PixelTemplates) },
      },
    },
    async () => ({ status: true as const, response: pixelTemplates }),
  );

  app.get(
    '/pixels/:id',
    {
      config: { unknownFields: 'ignored', keep: 'account' },
      preValidation: loadPixel,
      schema: {
        tags: ['Pixels'],
        operationId: 'getPixel',
        summary: 'Get a pixel',
        description: 'The same record as in the list.',
        params: IdPath,
        response: { 200: success(Pixel) },
      },
    },
    async (request) => answerOf(request.pixel),
  );

  app.post(
    '/pixels',
    {
      config: { writes: true, unknownFields: 'ignored' },
      schema: {
        tags: ['Pixels'],
        operationId: 'createPixel',
        summary: 'Create a pixel',
        description:
          'With an `Idempotency-Key` header, a request that is repeated within 24 hours creates nothing and gets the first response.',
        consumes: formats,
        headers: IdempotencyHeader,
        body: PixelCreation,
        response: { 200: success(PixelSaved) },
      },
    },
    async (request, reply) => {
      const at = clock();
      const actor = await actorOf(request);
      const { accountId } = request.caller;
      const fields = { status: 1, ...request.body };
      const key = request.headers['idempotency-key'];
      const once = key === undefined ? undefined : { key, request: fields, at };
      const { answer, replayed } = await withPixelEdit(store, accountId, at, (begin) =>
        createOnce(store, accountId, once, async (tx) => {
          await begin(tx);
          return { id: await createPixel(tx, store, accountId, fields, actor, at), message: 'The pixel was saved.' };
        }),
      );
      if (replayed) reply.header('Idempotency-Replayed', 'true');
      else await setEtag(reply, accountId, answer.id);
      setLocation(reply, `/pixels/${answer.id}`);
      return { status: true as const, response: answer };
    },
  );

  app.post(
    '/pixels/:id',
    {
      config: { writes: true, unknownFields: 'ignored' },
      preValidation: loadPixel,
      schema: {
        tags: ['Pixels'],
        operationId: 'editPixel',
        summary: 'Edit a pixel',
        description: 'Fields that are not sent keep their values.',
        consumes: formats,
        params: IdPath,
        body: PixelEdit,
        response: { 200: success(PixelSaved) },
      },
    },
    async (request, reply) => {
      await editPixel(store, request.pixel, request.body, await actorOf(request), clock());
      await setEtag(reply, request.caller.accountId, request.pixel.id);
      return { status: true as const, response: { id: request.pixel.id, message: 'The pixel was changed.' } };
    },
  );

  app.post(
    '/pixels/:id/delete',
    {
      config: { writes: true, unknownFields: 'ignored' },
      preValidation: loadPixel,
      schema: {
        tags: ['Pixels'],
        operationId: 'deletePixel',
        summary: 'Delete a pixel',
        description: 'Removes the pixel from the page immediately.',
        params: IdPath,
        response: { 200: success(Type.String()) },
      },
    },
    async (request) => {
      await removePixel(store, request.caller.accountId, request.pixel.id, await actorOf(request), clock());
      return { status: true as const, response: 'The pixel was deleted.' };
    },
  );
};

function answerOf(pixel: PixelRow) {
  return { status: true as const, response: presentPixel(pixel) };
}

function presentPixel(pixel: PixelRow): Static<typeof Pixel> {
  return {
    id: pixel.id,
    user: pixel.account_id,
    name: pixel.name,
    status: pixel.status,
    pixel_id: pixel.pixel_id,
    pixel_type: pixel.pixel_type,
    created_at: timestamp(pixel.created_at),
    updated_at: timestamp(pixel.updated_at),
  };
}
