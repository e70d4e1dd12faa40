// The browsable API reference at /docs. Pages are rendered from the OpenAPI document when first requested, and again
// when the credit for the geographic data changes. Examples name the host, which is filled in for each request; a
// bounded number of filled pages is cached, plain and compressed, so that requests with many different hosts cost
// little.

import { gzipSync } from 'node:zlib';
import type {} from '@fastify/swagger';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { html } from '../../views/html.ts';
import { REFERENCE_PATH, referencePolicy } from '../../views/reference/layout.ts';
import { type ReferencePages, referencePages } from '../../views/reference/page.ts';
import { EXAMPLE_ORIGIN } from '../api/openapi/example-account/identity.ts';
import { type NoticeWords, sendNotice } from '../pages/notices.ts';
import { etagOf, sendConditionally } from '../wire/conditional.ts';
import { acceptedEncodings } from '../wire/encodings.ts';

export interface ReferenceOptions {
  document(): object;
  documentUrl?: string;
  /** The origin of this service, for the examples. */
  origin(request: FastifyRequest): string;
  /** The credit for the geographic data, as Markdown, for the footer. */
  credit?(): string | undefined;
}

interface Page {
  body: Buffer;
  etag: string;
}

const MAX_CACHED_PAGES = 32;

const unknownPage: NoticeWords = (i18n) => ({
  title: i18n.t('There is no such page'),
  text: i18n.t('The API reference has no page at this address.'),
  action: { label: i18n.t('To the API reference'), href: REFERENCE_PATH },
  sign: 404,
});

export const referenceRoutes: FastifyPluginAsync<ReferenceOptions> = async (
  app,
  { document, documentUrl = '/api/v1/openapi.json', origin, credit = () => undefined },
) => {
  const cached = new LRUCache<string, { plain: Page; compressed: Page }>({ max: MAX_CACHED_PAGES });
  let current: { credited: string | undefined; pages: ReferencePages; templates: Map<string, string> } | undefined;

  /** The page with the example host in it. */
  function templateAt(path: string, credited: string | undefined): string | undefined {
    if (!current || current.credited !== credited) {
      const pages = referencePages(document(), { origin: EXAMPLE_ORIGIN, documentUrl, credit: credited });
      current = { credited, pages, templates: new Map() };
    }
    const { pages, templates } = current;
    const template = templates.get(path) ?? pages.get(path)?.();
    if (template !== undefined) templates.set(path, template);
    return template;
  }

  function pageAt(path: string, host: string) {
    const credited = credit();
    const template = templateAt(path, credited);
    if (template === undefined) return undefined;
    const key = JSON.stringify([path, host, credited]);
    const known = cached.get(key);
    if (known) return known;
    const body = Buffer.from(template.replaceAll(EXAMPLE_ORIGIN, () => html`${host}`.toString()));
    const page = { plain: pageOf(body), compressed: pageOf(gzipSync(body)) };
    cached.set(key, page);
    return page;
  }

  function sendPage(request: FastifyRequest, reply: FastifyReply, path: string) {
    const page = pageAt(path, origin(request));
    if (!page) return sendNotice(reply, 404, unknownPage);
    const isCompressed = acceptedEncodings(request.headers['accept-encoding'] as string | undefined).includes('gzip');
    if (isCompressed) reply.header('content-encoding', 'gzip');
    reply.type('text/html; charset=utf-8').headers({
      vary: 'accept-encoding',
      'cache-control': 'no-cache',
      'content-language': 'en',
      'content-security-policy': referencePolicy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const { body, etag } = isCompressed ? page.compressed : page.plain;
    return sendConditionally(request, reply, etag, body);
  }

  const hidden = { schema: { hide: true } };
  app.get(REFERENCE_PATH, hidden, async (request, reply) => sendPage(request, reply, REFERENCE_PATH));
  app.get<{ Params: { group: string } }>(`${REFERENCE_PATH}/:group`, hidden, async (request, reply) =>
    sendPage(request, reply, `${REFERENCE_PATH}/${request.params.group}`),
  );
};

function pageOf(body: Buffer): Page {
  return { body, etag: etagOf(body) };
}
