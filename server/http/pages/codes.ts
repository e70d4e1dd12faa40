// QR codes of a page and of its links. They always contain the canonical URL, whichever name or host was requested.

import type {} from '@fastify/swagger';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { pageUrl } from '../../../contract/page/page-address.ts';
import { i18nFor } from '../../i18n/index.ts';
import { drawPng } from '../../pictures/index.ts';
import { findLinkBySlug } from '../../storage/page/links.ts';
import { codeOf, codePixels, codeSvg, widthOf } from '../../views/qr.ts';
import { languageOf } from '../own-words.ts';
import type { Services } from '../services.ts';
import { sendPlainly } from '../site/plain-text.ts';
import { baseUrl } from '../wire/base-url.ts';
import { etagOf, sendConditionally } from '../wire/conditional.ts';
import { createImageCache } from './image-cache.ts';

interface CodeRequest {
  Params: { slug?: string };
  Querystring: { size?: unknown; download?: unknown };
}

const IMAGE_BYTES = 4 * 1024 * 1024;
const sizes = { min: 64, max: 2048, default: 512 };
const hidden = { schema: { hide: true } };

export const codesRoutes: FastifyPluginAsync<Services> = async (app, { config, store, resolver, caches }) => {
  const images = createImageCache(IMAGE_BYTES);
  caches.set('qr_codes', images.figures);

  for (const path of ['/:username/qr', '/:username/:slug/qr']) {
    app.get<CodeRequest>(`${path}.svg`, hidden, async (request, reply) => {
      const found = await find(request, reply);
      if (!found) return reply;
      const i18n = i18nFor(found.language);
      const svg = codeSvg(found.code, i18n.t('QR code of {address}', { address: found.address }));
      return send(request, reply, { type: 'image/svg+xml; charset=utf-8', name: `${found.name}.svg`, body: svg });
    });

    app.get<CodeRequest>(`${path}.png`, hidden, async (request, reply) => {
      const size = sizeOf(request.query.size);
      if (size === undefined) {
        return sendPlainly(reply, 422, `The size must be a whole number from ${sizes.min} to ${sizes.max}.`);
      }
      const found = await find(request, reply);
      if (!found) return reply;
      const minSize = widthOf(found.code);
      if (size < minSize) return sendPlainly(reply, 422, `This code needs a size of at least ${minSize}.`);
      const { code, address, name } = found;
      const { bytes } = await images.imageOf(`${size} ${address}`, () => drawPng(codePixels(code, size), 2));
      return send(request, reply, { type: 'image/png', name: `${name}.png`, body: bytes });
    });
  }

  /** Undefined if an error response was sent. */
  async function find(request: FastifyRequest<CodeRequest>, reply: FastifyReply) {
    const { slug } = request.params;
    const owner = (await resolver.find(request))?.owner;
    const link = owner && slug !== undefined && (await findLinkBySlug(store.read, owner.accountId, slug));
    if (!owner?.isActive || (slug !== undefined && (!link || link.deleted_at !== null))) {
      sendPlainly(reply, 404, 'There is no such page or link.');
      return undefined;
    }
    const address = pageUrl(baseUrl(request, config), owner, link ? { link: link.slug } : undefined);
    const code = codeOf(address);
    if (!code) {
      sendPlainly(reply, 422, 'This address is too long for a QR code.');
      return undefined;
    }
    return { address, code, language: languageOf(owner), name: link ? `${owner.username}-${link.id}` : owner.username };
  }
};

function sizeOf(given: unknown): number | undefined {
  if (given === undefined) return sizes.default;
  const size = typeof given === 'string' && /^\d{1,5}$/.test(given) ? Number(given) : 0;
  return size >= sizes.min && size <= sizes.max ? size : undefined;
}

interface File {
  type: string;
  name: string;
  body: string | Buffer;
}

function send(request: FastifyRequest<CodeRequest>, reply: FastifyReply, { type, name, body }: File) {
  const disposition = request.query.download === undefined ? 'inline' : 'attachment';
  reply.type(type).headers({
    'cache-control': 'public, max-age=300',
    'content-disposition': `${disposition}; filename="${name}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  return sendConditionally(request, reply, etagOf(body), body);
}
