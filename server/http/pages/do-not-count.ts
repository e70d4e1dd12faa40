// The personal link "do not count me": a page with one button, which switches counting off or on in this browser. The
// dashboard sends the same form for browsers that are signed in.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid, Refusal } from '../../../contract/errors.ts';
import { pagePath } from '../../../contract/page/page-address.ts';
import { type FoundExclusion, findExclusion } from '../../domain/analytics/exclusion.ts';
import { html } from '../../views/html.ts';
import type { Notice } from '../../views/page/notices/notice.ts';
import { isSameOrigin } from '../auth/same-origin.ts';
import { setCookies } from '../auth/visitor.ts';
import { bodyPlugin } from '../plugins/body.ts';
import type { Services } from '../services.ts';
import { baseUrl } from '../wire/base-url.ts';
import { exclusionCookies, isExcluded } from './excluded-browser.ts';
import { sendNotice, wayToPage } from './notices.ts';
import { queryOf } from './page-owner.ts';

interface WithToken {
  Params: { token: string };
}

export const DO_NOT_COUNT_PATH = '/do-not-count';
const MAX_BYTES = 1024;
/** The query after the form was sent: if there is still no cookie then, the browser has refused it. */
const SENT = '?sent';
/** The token in the path stays here. With `no-referrer`, browsers would send the form without its origin. */
const REFERRER_POLICY = 'strict-origin';

export async function doNotCountRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, store, origins } = services;
  await app.register(bodyPlugin, { maxBytes: MAX_BYTES });

  async function found({ params: { token } }: FastifyRequest<WithToken>): Promise<FoundExclusion> {
    const exclusion = await findExclusion(store.read, token);
    if (!exclusion) throw new Refusal('not_found', 'This link is not valid any more. Its owner may have renewed it.');
    return exclusion;
  }

  app.get<WithToken>(`${DO_NOT_COUNT_PATH}/:token`, async (request, reply) => {
    const { owner } = await found(request);
    const address = baseUrl(request, config).replace(/^https?:\/\//, '') + pagePath(owner);
    const isOff = isExcluded(request.headers.cookie, owner);
    const page = isOff ? excludedPage : queryOf(request) === SENT ? refusedPage : countedPage;
    const notice = { ...page(address), otherwise: wayToPage(owner, 'To the page') };
    return sendNotice(reply, 200, notice, { 'Referrer-Policy': REFERRER_POLICY });
  });

  app.post<WithToken>(`${DO_NOT_COUNT_PATH}/:token`, async (request, reply) => {
    const isByDashboard = isFromDashboard(request, origins.dashboard());
    if (isByDashboard) allowDashboard(reply, origins.dashboard());
    else if (!isSameOrigin(request, () => baseUrl(request, config))) {
      throw new Refusal('forbidden', 'Cross-site form posts (CSRF) are rejected.');
    }
    const { owner, dashboard } = await found(request);
    const count = (request.body as { count?: unknown } | undefined)?.count;
    if (count !== 'on' && count !== 'off') throw invalid({ count: ['The field count must be "on" or "off".'] });
    if (!isByDashboard || dashboard) {
      const isSecure = baseUrl(request, config).startsWith('https:');
      const change = { isExcluded: count === 'off', isSecure };
      setCookies(reply, exclusionCookies(request.headers.cookie, owner.exclusion!, change));
    }
    reply.header('Cache-Control', 'no-store');
    if (isByDashboard) return reply.code(204).send();
    const query = count === 'off' ? SENT : '';
    return reply.code(303).header('Location', `${DO_NOT_COUNT_PATH}/${owner.exclusion}${query}`).send();
  });
}

/** A script of the dashboard. Cross-site, browsers would not store the cookie. */
function isFromDashboard({ headers }: FastifyRequest, dashboardUrl: string): boolean {
  const { origin, 'sec-fetch-site': site, accept = '' } = headers;
  return origin === dashboardUrl && site !== 'cross-site' && !/\btext\/html\b/i.test(accept);
}

function allowDashboard(reply: FastifyReply, dashboardUrl: string): void {
  reply.headers({
    'Access-Control-Allow-Origin': dashboardUrl,
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
  });
}

function countedPage(address: string): Notice {
  return {
    title: 'Do not count this browser?',
    text: html`If <strong>${address}</strong> is your page, switch counting off here: your own visits and clicks will not be in its statistics. This stores one cookie in this browser, and nothing else changes.`,
    action: { label: 'Do not count me', field: { name: 'count', value: 'off' } },
  };
}

function excludedPage(address: string): Notice {
  return {
    title: 'This browser is not counted',
    text: html`Visits to <strong>${address}</strong> and clicks on its links from this browser are not in its statistics. Open this link in your other browsers too.`,
    action: { label: 'Count me again', field: { name: 'count', value: 'on' } },
    sign: 'done',
  };
}

function refusedPage(address: string): Notice {
  return {
    title: 'The cookie was not stored',
    text: html`This browser still counts for <strong>${address}</strong>. Allow cookies for this site, then try again.`,
    action: { label: 'Try again', field: { name: 'count', value: 'off' } },
    sign: 'care',
  };
}
