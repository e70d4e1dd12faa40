// Notices: the service's own pages, sent if there is no page to show.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import { pagePath } from '../../../contract/page/page-address.ts';
import { pageSettings } from '../../domain/page/page-settings.ts';
import { type I18n, i18nFor } from '../../i18n/index.ts';
import type { PageOwner } from '../../storage/accounts/usernames.ts';
import { type Notice, renderNotice } from '../../views/page/notices/notice.ts';
import type { PageTheme } from '../../views/page/style/plain-colours.ts';
import { i18nOf, putLanguage } from '../own-words.ts';

/** A notice in the language of whoever reads it. */
export type NoticeWords = (i18n: I18n) => Notice;

/** Neither cached nor indexed. */
export function sendNotice(
  reply: FastifyReply,
  status: number,
  words: NoticeWords,
  headers: Record<string, string> = {},
): FastifyReply {
  if (status >= 400 && wantsJson(reply.request)) return reply.code(status).send(jsonBody(status, words(i18nFor('en'))));
  const i18n = i18nOf(reply.request);
  return sendOwnPage(reply, status, renderNotice(words(i18n), i18n, pageThemeOf(reply.request)), headers);
}

/** Of the page that the request is about; undefined if there is none, or if its account is suspended. */
export function pageThemeOf({ pageOwner }: FastifyRequest): PageTheme | undefined {
  return pageOwner?.isActive ? pageSettings({ ...pageOwner, seo: '{}', social: '{}' }) : undefined;
}

/** A client that posts a form as JSON, or accepts JSON, gets errors in the API's format. */
export function wantsJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  if (request.method !== 'POST' || /\btext\/html\b/i.test(accept)) return false;
  return [accept, contentTypeSent(request)].some((types) => /\bapplication\/json\b/i.test(types));
}

/** From the raw headers: reading the body removes it from `headers`. */
function contentTypeSent({ raw: { rawHeaders } }: FastifyRequest): string {
  const name = rawHeaders.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === 'content-type');
  return name < 0 ? '' : rawHeaders[name + 1]!;
}

function jsonBody(status: number, { text }: Notice) {
  const code = status === 404 || status === 410 ? 'not_found' : 'forbidden';
  return new ApiError(code, typeof text === 'string' ? text : undefined, { status }).body();
}

export function sendOwnPage(
  reply: FastifyReply,
  status: number,
  page: { html: string; policy: string },
  headers: Record<string, string> = {},
): FastifyReply {
  const { html, policy } = page;
  return putLanguage(reply, i18nOf(reply.request))
    .code(status)
    .headers({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      ...headers,
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

export const unknownPage: NoticeWords = (i18n) => ({
  title: i18n.t('There is no such page'),
  text: i18n.t('No page exists at this address. Check the spelling.'),
  sign: 404,
});

export const suspendedPage: NoticeWords = (i18n) => ({
  title: i18n.t('This page is closed'),
  text: i18n.t('The page is no longer available.'),
  sign: 410,
});

/** The links from a notice to the page it is about. */
export function wayToPage(i18n: I18n, owner: PageOwner) {
  return { label: i18n.t('To the page'), href: pagePath(owner) };
}

export function wayBackToPage(i18n: I18n, owner: PageOwner) {
  return { label: i18n.t('Back to the page'), href: pagePath(owner) };
}
