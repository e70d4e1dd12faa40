// The page with unsaved changes, as HTML. It stores nothing and counts nothing.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../../contract/errors.ts';
import { success } from '../../../../contract/schemas/common.ts';
import {
  DocumentedPreviewRequest,
  PagePreview,
  PagePreviewRequest,
  PreviewRecord,
} from '../../../../contract/schemas/page-preview.ts';
import { previewPage } from '../../../domain/page/preview/index.ts';
import { createPauses } from '../../../system/pauses.ts';
import { renderBlocks, renderPreview } from '../../../views/page/document.ts';
import { pageAddresses } from '../../../views/pictures.ts';
import type { Services } from '../../services.ts';
import { baseUrl } from '../../wire/base-url.ts';

function documented({ schema, url }: { schema: object; url: string }) {
  return { schema: { ...schema, body: DocumentedPreviewRequest }, url };
}

export const pagePreviewRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, store, clock, previewSlots } = services;

  /** Runs before the body is read, because the body stays in memory until the response. */
  async function takeSlot({ caller }: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    const release = previewSlots.enter(caller.accountId);
    if (!release) throw new ApiError('unavailable', 'Too many previews at once; try again shortly.');
    raw.once('close', release);
  }

  app.post(
    '/page/preview',
    {
      config: { unknownFields: 'refused', record: PreviewRecord, swaggerTransform: documented },
      onRequest: takeSlot,
      schema: {
        tags: ['Page'],
        operationId: 'previewPage',
        summary: 'Preview the page',
        description:
          'The HTML of the page as it would be with these changes, without scripts and pixels. Nothing is stored and nothing is counted. Each part is validated like the corresponding edit. They are applied in this order: sections, `blocks`, `items`, `hidden`, `order`, `new_blocks`. An account may have two previews in progress at a time.',
        consumes: ['application/json'],
        body: PagePreviewRequest,
        response: { 200: success(PagePreview) },
      },
    },
    async (request) => {
      const { accountId, quotas } = request.caller;
      const addresses = pageAddresses(baseUrl(request, config));
      const page = await previewPage(store.read, {
        accountId,
        quotas,
        addresses,
        now: clock(),
        changes: request.body ?? {},
      });
      const pause = createPauses();
      const blocks = await renderBlocks(page, pause);
      await pause();
      return { status: true as const, response: { html: renderPreview(page, blocks) } };
    },
  );
};
