// Short URLs of links: they redirect to the target and count the click; previous slugs redirect to the current one. If
// the link is not active, a notice explains why. A sensitive link shows a warning first, which leads to `…/continue`.
import { validateHeaderValue } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePath } from '../../../contract/page/page-address.ts';
import type { LinkState } from '../../../contract/schemas/links.ts';
import { timestamp } from '../../../contract/time.ts';
import { createLinks, type Link, linkState, targetFor } from '../../domain/links/links.ts';
import { formatDate, localeOf } from '../../i18n/formats.ts';
import type { I18n } from '../../i18n/index.ts';
import type { PageOwner } from '../../storage/accounts/usernames.ts';
import { fill, html } from '../../views/html.ts';
import { type RawResponse, sendRawResponse } from '../wire/raw-response.ts';
import { shareHeaders } from '../wire/shared-headers.ts';
import { type NoticeWords, sendNotice, wayBackToPage, wayToPage } from './notices.ts';
import type { VisitorServices } from './page.ts';
import { countVisit, movedTo, openPage, queryOf } from './page-owner.ts';
import { VISIT_HEADER, type VisitKind } from './visit-kind.ts';

const redirectHeaders = shareHeaders([
  'Cache-Control',
  'no-store',
  'Content-Length',
  '0',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  'X-Robots-Tag',
  'noindex',
]);

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
  const target = targetFor(link, query);
  validateHeaderValue('Location', target);
  return { status: 302, shared: redirectHeaders, headers: ['Location', target, VISIT_HEADER, kind] };
}

function unknownLink(owner: PageOwner): NoticeWords {
  return (i18n) => ({
    title: i18n.t('There is no such link'),
    text: i18n.t('The page has no link at this address. Check the spelling.'),
    action: wayToPage(i18n, owner),
    sign: 404,
  });
}

function closedLink(owner: PageOwner, link: Link, state: Exclude<LinkState, 'on'>): [number, NoticeWords] {
  const status = state === 'deleted' || state === 'over' ? 410 : 404;
  return [status, (i18n) => ({ ...closedWords(i18n, link, state), action: wayToPage(i18n, owner), sign: status })];
}

function closedWords(i18n: I18n, link: Link, state: Exclude<LinkState, 'on'>) {
  switch (state) {
    case 'deleted':
      return { title: i18n.t('This link is gone'), text: i18n.t('It was removed from the page.') };
    case 'over':
      return { title: i18n.t('This link has expired'), text: i18n.t('It is no longer available.') };
    case 'early':
      return {
        title: i18n.t('This link is not available yet'),
        text: fill(i18n.t('It will be available on {time}.'), { time: moment(i18n, link.from!) }),
      };
    case 'off':
      return { title: i18n.t('This link is switched off'), text: i18n.t('It may be available again later.') };
    case 'nowhere':
      return { title: i18n.t('This link does not work'), text: i18n.t('Its target is not a valid address.') };
  }
}

function sensitiveLink(owner: PageOwner, link: Link, query: string): NoticeWords {
  return (i18n) => ({
    title: i18n.t('Sensitive content'),
    text: sensitiveText(i18n, link.target!),
    action: { label: i18n.t('Continue'), href: `${pagePath(owner, { link: link.slug })}/continue${query}` },
    otherwise: wayBackToPage(i18n, owner),
    sign: 'care',
  });
}

function sensitiveText(i18n: I18n, target: string) {
  if (target.startsWith('/')) {
    return i18n.t('This link leads to a file of this page. The owner of the page marked it as sensitive.');
  }
  const { host, pathname } = new URL(target);
  const message = i18n.t('This link leads to {place}. The owner of the page marked it as sensitive.');
  return fill(message, { place: html`<strong dir="ltr">${host || pathname}</strong>` });
}

function moment({ language }: I18n, at: number) {
  const shown = formatDate(localeOf(language), at / 1000, { dateStyle: 'medium', timeStyle: 'short' });
  return html`<time datetime="${timestamp(at)}">${shown} UTC</time>`;
}
