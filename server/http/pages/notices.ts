// Notices: the service's own pages, sent if there is no page to show.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../contract/errors.ts';
import { pagePath } from '../../../contract/page/page-address.ts';
import type { PageOwner } from '../../storage/accounts/usernames.ts';
import { type Notice, renderNotice } from '../../views/page/notices/notice.ts';

/** Neither cached nor indexed. */
export function sendNotice(
  reply: FastifyReply,
  status: number,
  notice: Notice,
  headers: Record<string, string> = {},
): FastifyReply {
  if (status >= 400 && wantsJson(reply.request)) return reply.code(status).send(jsonBody(status, notice));
  return sendOwnPage(reply, status, renderNotice(notice), headers);
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
  return new Refusal(code, typeof text === 'string' ? text : undefined, { status }).body();
}

export function sendOwnPage(
  reply: FastifyReply,
  status: number,
  page: { html: string; policy: string },
  headers: Record<string, string> = {},
): FastifyReply {
  const { html, policy } = page;
  return reply
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

export const unknownPage: Notice = {
  title: 'There is no such page',
  text: 'No page exists at this address. Check the spelling.',
  sign: 404,
};

export const suspendedPage: Notice = {
  title: 'This page is closed',
  text: 'It is no longer available.',
  sign: 410,
};

/** The link from a notice to the page it is about. */
export function wayToPage(owner: PageOwner, label: 'To the page' | 'Back to the page') {
  return { label, href: pagePath(owner) };
}
