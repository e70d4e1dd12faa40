import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { limits } from '../../../../contract/limits.ts';
import { IdPath, listing as listingOf, PageParameters, success } from '../../../../contract/schemas/common.ts';
import { Pixel, PixelCreation, PixelEdit, PixelSaved, PixelTemplates } from '../../../../contract/schemas/pixels.ts';
import { timestamp } from '../../../../contract/time.ts';
import { createPixel, editPixel, noSuchPixel, removePixel, writePixels } from '../../../domain/page/pixels.ts';
import { findPixel, pageOfPixels } from '../../../storage/page/pixels.ts';
import type { Executor, PixelRow } from '../../../storage/tables.ts';
import { pixelTemplates } from '../../../views/pixel-templates.ts';
import type { Services } from '../../services.ts';
import { listing, pageRequest } from '../listing.ts';
import { setLocation } from '../location.ts';
import type { WrittenRecord } from '../record-headers.ts';
import { recordStore } from '../record-writes.ts';

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

  async function read(request: FastifyRequest, db: Executor, id = request.pixel.id) {
    const pixel = await findPixel(db, request.caller.accountId, id);
    if (!pixel) throw noSuchPixel();
    return { status: true as const, response: presentPixel(pixel) };
  }
  const written: WrittenRecord = { schema: success(Pixel), read };

  app.get(
    '/pixels',
    {
      config: { unknownFields: 'ignored', cache: 'account' },
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
        description: 'The snippets of all platforms, with `{pixel}` as the placeholder for the tracker id.',
        response: { 200: success(PixelTemplates) },
      },
    },
    async () => ({ status: true as const, response: pixelTemplates }),
  );

  app.get(
    '/pixels/:id',
    {
      config: { unknownFields: 'ignored', cache: 'account' },
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
    async (request) => read(request, store.read),
  );

  app.post(
    '/pixels',
    {
      config: { writes: true, unknownFields: 'ignored', written, creates: 'record' },
      schema: {
        tags: ['Pixels'],
        operationId: 'createPixel',
        summary: 'Create a pixel',
        description: `An account can have ${limits.pixels} pixels. With an \`Idempotency-Key\` header, a request that is repeated within 24 hours creates nothing and gets the first response.`,
        consumes: formats,
        body: PixelCreation,
        response: { 200: success(PixelSaved) },
      },
    },
    async (request, reply) => {
      const at = clock();
      const actor = await actorOf(request);
      const fields = { status: 1, ...request.body };
      const { accountId, quotas } = request.caller;
      const once = recordStore(store, request, { payload: fields, at });
      const { id } = await writePixels(once, accountId, at, async (tx) => {
        return { id: await createPixel(tx, store, accountId, fields, actor, at, quotas) };
      });
      setLocation(reply, `/pixels/${id}`);
      return { status: true as const, response: { id, message: 'The pixel was saved.' } };
    },
  );

  app.post(
    '/pixels/:id',
    {
      config: { writes: true, unknownFields: 'ignored', written },
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
    async (request) => {
      await editPixel(recordStore(store, request), request.pixel, request.body, await actorOf(request), clock());
      return { status: true as const, response: { id: request.pixel.id, message: 'The pixel was changed.' } };
    },
  );

  app.post(
    '/pixels/:id/delete',
    {
      config: { writes: true, unknownFields: 'ignored', written },
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
      const { account_id: accountId, id } = request.pixel;
      await removePixel(recordStore(store, request), accountId, id, await actorOf(request), clock());
      return { status: true as const, response: 'The pixel was deleted.' };
    },
  );
};

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
