// The language in which a request is answered with our own words: that of the page it is about, or the one that the
// browser prefers. Only people get it; the API answers in English.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageOptions } from '../domain/page/page-options.ts';
import { type I18n, i18nFor } from '../i18n/index.ts';
import type { PageOwner } from '../storage/accounts/usernames.ts';
import { acceptedLanguage } from './wire/languages.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The owner of the page that the request is about, as soon as it is known. */
    pageOwner: PageOwner | undefined;
  }
}

export function i18nOf({ pageOwner, headers }: FastifyRequest): I18n {
  return i18nFor(pageOwner ? languageOf(pageOwner) : acceptedLanguage(headers['accept-language']));
}

/** English if its owner has not chosen one, as on the page itself. */
export function languageOf({ pageOptions: stored }: Pick<PageOwner, 'pageOptions'>): string {
  return pageOptions(stored).language ?? 'en';
}

/** Says which language it is in, and that it depends on the browser if it does. */
export function putLanguage(reply: FastifyReply, { language }: I18n): FastifyReply {
  reply.header('Content-Language', language);
  if (reply.request.pageOwner !== undefined) return reply;
  const vary = reply.getHeader('Vary');
  return reply.header('Vary', vary === undefined ? 'Accept-Language' : `${String(vary)}, Accept-Language`);
}
