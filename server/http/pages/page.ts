// The public page. It is served from the cache, after its view is recorded.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePath } from '../../../contract/page/page-address.ts';
import type { PageOwner } from '../../storage/accounts/usernames.ts';
import { PAGE } from '../../storage/visits/visits.ts';
import type { Services } from '../services.ts';
import type { SendHome } from '../site/home.ts';
import { baseUrl } from '../wire/base-url.ts';
import type { RawRequest } from '../wire/raw-request.ts';
import { sendRawResponse } from '../wire/raw-response.ts';
import type { FastLane } from './fast-lane.ts';
import { sendNotice, suspendedPage, unknownPage } from './notices.ts';
import { cachedAnswer, generatedAnswer } from './page-answer.ts';
import { createPageCache } from './page-cache.ts';
import { countVisit, movedTo, openPage } from './page-owner.ts';
import { isFramed } from './visit-kind.ts';

export interface VisitorServices extends Services {
  lane: FastLane;
}

interface PageServices extends VisitorServices {
  sendHome: SendHome;
}

export async function pageRoutes(app: FastifyInstance, { lane, sendHome, ...services }: PageServices): Promise<void> {
  const pages = createPageCache(services, app.log);
  app.addHook('onClose', () => pages.close());

  lane.open(({ request, owner, slug, kind }) => {
    if (slug !== undefined) return undefined;
    const origin = services.config.publicUrl ?? originOf(request, services);
    const page = origin === undefined ? undefined : pages.known(owner.accountId, origin, isFramed(request.headers));
    const answer = page && cachedAnswer(pages.encodings, page, request.headers, kind);
    return answer && { targetId: PAGE, linkSet: page?.linkSet, answer };
  });

  app.get('/:username', async (request, reply) => {
    const failure = lane.failure(request);
    if (failure) throw failure;
    const found = await openPage(services, request, reply);
    if (!found) return reply;
    const { owner, isCurrent } = found;
    if (!isCurrent) return movedTo(request, reply, pagePath(owner));
    return sendPage(request, reply, owner);
  });

  const { homePage } = services.config;
  const homeUsername = typeof homePage === 'object' && 'username' in homePage ? homePage.username : undefined;
  app.get('/', async (request, reply) => {
    const page = homeUsername && (await services.resolver.find({ host: request.host, url: `/${homeUsername}` }));
    // An account that is yet to be made has no page to show.
    if (!page) return sendHome(request, reply);
    request.pageOwner = page.owner;
    if (!page.owner.isActive) return sendNotice(reply, 410, suspendedPage);
    return sendPage(request, reply, page.owner);
  });

  async function sendPage(request: FastifyRequest, reply: FastifyReply, owner: PageOwner): Promise<FastifyReply> {
    const origin = baseUrl(request, services.config);
    const which = [owner.accountId, origin, isFramed(request.headers)] as const;
    const page = pages.known(...which) ?? (await pages.find(...which));
    if (!page) return sendNotice(reply, 404, unknownPage);
    const kind = await countVisit(services, request, owner, { targetId: PAGE, linkSet: page.linkSet });
    const answer = cachedAnswer(pages.encodings, page, request.headers, kind);
    return sendRawResponse(
      request,
      reply,
      answer ?? (await generatedAnswer(pages.encodings, page, request.headers, kind)),
    );
  }

  app.get('/:username/', async (request, reply) => {
    const found = await openPage(services, request, reply);
    return found ? movedTo(request, reply, pagePath(found.owner)) : reply;
  });
}

function originOf(request: RawRequest, { config }: Services): string | undefined {
  try {
    return baseUrl(request, config);
  } catch {
    return undefined;
  }
}
