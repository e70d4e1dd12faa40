// Pages of ours that stand in where there is none to show.
import type { FastifyReply } from 'fastify';
import type { PageOwner } from '../../storage/usernames.ts';
import { type Notice, renderNotice } from '../../views/page/notice.ts';

/** It is not for long, nor for search engines. */
export function sendNotice(reply: FastifyReply, status: number, notice: Notice): FastifyReply {
  return sendOwnPage(reply, status, renderNotice(notice));
}

export function sendOwnPage(reply: FastifyReply, status: number, page: { html: string; policy: string }): FastifyReply {
  const { html, policy } = page;
  return reply
    .code(status)
    .headers({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

export const unknownPage: Notice = {
  title: 'There is no such page',
  text: 'Nobody has a page at this address. Perhaps it was mistyped.',
  sign: 404,
};

export const suspendedPage: Notice = {
  title: 'This page is closed',
  text: 'It was here once, and is not to be seen any more.',
  sign: 410,
};

/** From a notice that has to do with somebody's page. */
export function wayToPage({ username }: PageOwner, label: 'To the page' | 'Back to the page') {
  return { label, href: `/${username}` };
}
