// The browsable API reference. It is rendered from the OpenAPI document when first asked for, and anew when what has to
// be credited is another. Its examples name the host: that is put in for each, and a handful of them are kept, plain and
// compressed, so that asking by ever other names costs little.

import { gzipSync } from 'node:zlib';
import type {} from '@fastify/swagger';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { html } from '../../views/html.ts';
import { referencePolicy, renderReference } from '../../views/reference/page.ts';
import { etagOf, sendConditionally } from '../conditional.ts';
import { acceptedEncodings } from '../encodings.ts';

export interface ReferenceOptions {
  document(): object;
  documentUrl?: string;
  /** Where this service is reached, for the examples. */
  origin(request: FastifyRequest): string;
  /** What stands at the foot of the page, as Markdown: whose data is shown. */
  credit?(): string | undefined;
}

interface Page {
  body: Buffer;
  etag: string;
}

const hostsKept = 8;
/** Stands for the host until it is known. */
const SOMEWHERE = 'https://somewhere.invalid';

export const referenceRoutes: FastifyPluginAsync<ReferenceOptions> = async (
  app,
  { document, documentUrl = '/api/v1/openapi.json', origin, credit = () => undefined },
) => {
  const pages = new LRUCache<string, { plain: Page; compressed: Page }>({ max: hostsKept });

  let template: { credited: string | undefined; text: string } | undefined;

  function textAt(host: string, credited: string | undefined): string {
    if (!template || template.credited !== credited) {
      const text = renderReference(document(), { origin: SOMEWHERE, documentUrl, credit: credited });
      template = { credited, text };
    }
    return template.text.replaceAll(SOMEWHERE, () => html`${host}`.toString());
  }

  function pageAt(host: string) {
    const credited = credit();
    const key = `${host} ${credited}`;
    const kept = pages.get(key);
    if (kept) return kept;
    const body = Buffer.from(textAt(host, credited));
    const rendered = { plain: pageOf(body), compressed: pageOf(gzipSync(body)) };
    pages.set(key, rendered);
    return rendered;
  }

  app.get('/docs', { schema: { hide: true } }, async (request, reply) => {
    const { plain, compressed } = pageAt(origin(request));
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
    const { body, etag } = isCompressed ? compressed : plain;
    return sendConditionally(request, reply, etag, body);
  });
};

function pageOf(body: Buffer): Page {
  return { body, etag: etagOf(body) };
}
