// The page: what the service is there for. It comes from memory, and leaves once its view is recorded.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAGE } from '../../storage/visits.ts';
import { baseUrl } from '../base-url.ts';
import { isKnown } from '../conditional.ts';
import { acceptedEncodings, type Encoding } from '../encodings.ts';
import type { Services } from '../services.ts';
import { countVisit, movedTo, openOwner } from './doorway.ts';
import { answerPast } from './hijacked-answer.ts';
import { sendNotice, unknownPage } from './notices.ts';
import { gzipOf, type PageBody, plainOf } from './page-body.ts';
import { createPageCache, type KeptPage } from './page-cache.ts';
import { VISIT_HEADER, type VisitKind } from './visit-kind.ts';

interface Named {
  Params: { username: string };
}

const marks: Record<Encoding, string> = { br: '-br', gzip: '-gz', identity: '' };

export async function pageRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const pages = createPageCache(services);

  app.get<Named>('/:username', async (request, reply) => {
    const { username } = request.params;
    const owner = await openOwner(services, username, reply);
    if (!owner) return reply;
    if (owner.username !== username) return movedTo(request, reply, `/${owner.username}`);
    const origin = baseUrl(request, services.config);
    const page = pages.known(owner.accountId, origin) ?? (await pages.find(owner.accountId, origin));
    if (!page) return sendNotice(reply, 404, unknownPage);
    return give(request, reply, page, await countVisit(services, request, owner.accountId, PAGE));
  });

  app.get<Named>('/:username/', async (request, reply) => {
    const owner = await openOwner(services, request.params.username, reply);
    return owner ? movedTo(request, reply, `/${owner.username}`) : reply;
  });

  async function give(request: FastifyRequest, reply: FastifyReply, page: KeptPage, kind: VisitKind) {
    const { headers } = request;
    const isUnwilling = headers['sec-gpc'] === '1' || headers.dnt === '1';
    const body = (!isUnwilling && page.withPixels) || page.plain;
    const accepted = acceptedEncodings(headers['accept-encoding'] as string | undefined);
    // Whoever has it in a form that it takes need not get it in another, though there may be a smaller one by now.
    const known = headers['if-none-match'];
    const had = known && accepted.find((encoding) => isKnown(known, etagOf(body, encoding)));
    if (had) return answerPast(request, reply, 304, headersOf(page, body, had, kind));
    const [encoding, bytes] = await encoded(body, accepted);
    const all = headersOf(page, body, encoding, kind);
    all.push('Content-Type', 'text/html; charset=utf-8', 'Content-Length', String(bytes.length));
    if (encoding !== 'identity') all.push('Content-Encoding', encoding);
    return answerPast(request, reply, 200, all, bytes);
  }

  async function encoded(body: PageBody, accepted: readonly Encoding[]): Promise<[Encoding, Buffer]> {
    for (const encoding of accepted) {
      if (encoding === 'gzip') return [encoding, gzipOf(body)];
      if (encoding === 'identity') break;
      const brotli = accepted.includes('gzip') ? pages.brotli(body) : await pages.brotliNow(body);
      if (brotli) return [encoding, brotli];
    }
    return ['identity', plainOf(body)];
  }
}

function headersOf(page: KeptPage, body: PageBody, encoding: Encoding, kind: VisitKind): string[] {
  return [
    'ETag',
    etagOf(body, encoding),
    'Cache-Control',
    'no-cache',
    'Vary',
    page.withPixels ? 'Accept-Encoding, Sec-GPC, DNT' : 'Accept-Encoding',
    'Content-Security-Policy',
    body.policy,
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    VISIT_HEADER,
    kind,
  ];
}

function etagOf({ tag }: PageBody, encoding: Encoding): string {
  return `"${tag}${marks[encoding]}"`;
}
