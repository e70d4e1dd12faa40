// Short URLs of links: they redirect to the target and count the click; previous slugs redirect to the current one. If
// the link is not active, a notice explains why. A sensitive link shows a warning first, which leads to `…/continue`.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePath } from '../../../contract/page/page-address.ts';
import type { LinkState } from '../../../contract/schemas/links.ts';
import { dateTime, humanDate, timestamp } from '../../../contract/time.ts';
import { createLinks, type Link, linkState, targetFor } from '../../domain/links/links.ts';
import type { PageOwner } from '../../storage/accounts/usernames.ts';
import { html } from '../../views/html.ts';
import type { Notice } from '../../views/page/notices/notice.ts';
import { type RawResponse, sendRawResponse } from '../wire/raw-response.ts';
import { sendNotice, wayToPage } from './notices.ts';
import type { VisitorServices } from './page.ts';
import { countVisit, movedTo, openPage, queryOf } from './page-owner.ts';
import { VISIT_HEADER, type VisitKind } from './visit-kind.ts';

interface Named {
  Params: { slug: string };
}

export async function linkRoutes(app: FastifyInstance, { lane, ...services }: VisitorServices): Promise<void> {
  const links = createLinks(services.store);
  services.caches.set('links', links.figures);

  lane.open(({ owner, slug, query, kind }) => {
    // Percent-encoded slugs are left to the router, which decodes them.
    const link = slug === undefined || slug.includes('%') ? undefined : links.known(owner.accountId, slug);
    if (!link || link.isSensitive || linkState(link, services.clock) !== 'on') return undefined;
    return { targetId: link.id, answer: redirectTo(link, query, kind) };
  });

  for (const end of ['', '/', '/continue', '/continue/']) {
    app.get<Named>(`/:username/:slug${end}`, async (request, reply) => {
      const failure = lane.failure(request);
      if (failure) throw failure;
      const { slug } = request.params;
      const found = await openPage(services, request, reply);
      if (!found) return reply;
      const { owner, isCurrent } = found;
      const named = links.known(owner.accountId, slug) ?? (await links.find(owner.accountId, slug));
      const link = named ?? (await findNormalized(owner.accountId, slug));
      if (!link) return sendNotice(reply, 404, unknownLink(owner));
      const isConfirmed = end.startsWith('/continue');
      if (!isCurrent || !named || end.endsWith('/')) {
        return movedTo(request, reply, pagePath(owner, { link: link.slug }) + (isConfirmed ? '/continue' : ''));
      }
      const state = linkState(link, services.clock);
      if (state !== 'on') return sendNotice(reply, ...closedLink(owner, link, state));
      if (link.isSensitive && !isConfirmed) return sendNotice(reply, 200, sensitiveLink(owner, link, queryOf(request)));
      return follow(request, reply, owner, link);
    });
  }

  /** Slugs are case-insensitive. */
  async function findNormalized(accountId: number, slug: string): Promise<Link | undefined> {
    const plain = slug.normalize('NFC').toLowerCase();
    return plain === slug ? undefined : links.find(accountId, plain);
  }

  async function follow(request: FastifyRequest, reply: FastifyReply, owner: PageOwner, link: Link) {
    const kind = await countVisit(services, request, owner, { targetId: link.id });
    return sendRawResponse(request, reply, redirectTo(link, queryOf(request), kind));
  }
}

function redirectTo(link: Link, query: string, kind: VisitKind): RawResponse {
  const headers = [
    'Location',
    targetFor(link, query),
    'Cache-Control',
    'no-store',
    'Content-Length',
    '0',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'X-Robots-Tag',
    'noindex',
    VISIT_HEADER,
    kind,
  ];
  return { status: 302, headers };
}

function unknownLink(owner: PageOwner): Notice {
  return {
    title: 'There is no such link',
    text: 'The page has no link at this address. Check the spelling.',
    action: wayToPage(owner, 'To the page'),
    sign: 404,
  };
}

function closedLink(owner: PageOwner, link: Link, state: Exclude<LinkState, 'on'>): [status: number, notice: Notice] {
  const action = wayToPage(owner, 'To the page');
  const gone = (title: string, text: string): [number, Notice] => [410, { title, text, action, sign: 410 }];
  const missing = (title: string, text: Notice['text']): [number, Notice] => [404, { title, text, action, sign: 404 }];
  switch (state) {
    case 'deleted':
      return gone('This link is gone', 'It was removed from the page.');
    case 'over':
      return gone('This link has expired', 'It is no longer available.');
    case 'early':
      return missing('This link is not available yet', html`It will be available on ${moment(link.from!)}.`);
    case 'off':
      return missing('This link is switched off', 'It may be available again later.');
    case 'nowhere':
      return missing('This link does not work', 'Its target is not a valid address.');
  }
}

function sensitiveLink(owner: PageOwner, link: Link, query: string): Notice {
  return {
    title: 'Sensitive content',
    text: html`This link leads to ${placeOf(link.target!)}. The owner of the page marked it as sensitive.`,
    action: { label: 'Continue', href: `${pagePath(owner, { link: link.slug })}/continue${query}` },
    otherwise: wayToPage(owner, 'Back to the page'),
    sign: 'care',
  };
}

function placeOf(target: string) {
  if (target.startsWith('/')) return 'a file of this page';
  const { host, pathname } = new URL(target);
  return html`<strong>${host || pathname}</strong>`;
}

function moment(at: number) {
  return html`<time datetime="${timestamp(at)}">${humanDate(at)}, ${dateTime(at).slice(11, 16)} UTC</time>`;
}
