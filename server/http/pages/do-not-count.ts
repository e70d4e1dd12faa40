// The personal link "do not count me": a page with one button, which switches counting off or on in this browser. The
// dashboard sends the same form for browsers that are signed in.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalid } from '../../../contract/errors.ts';
import { pagePath } from '../../../contract/page/page-address.ts';
import { type FoundExclusion, findExclusion } from '../../domain/analytics/exclusion.ts';
import type { I18n } from '../../i18n/index.ts';
import { fill, type Html, html } from '../../views/html.ts';
import type { Notice } from '../../views/page/notices/notice.ts';
import { isSameOrigin } from '../auth/same-origin.ts';
import { setCookies } from '../auth/sign-in-request.ts';
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

  async function found(request: FastifyRequest<WithToken>): Promise<FoundExclusion> {
    const exclusion = await findExclusion(store.read, request.params.token);
    if (!exclusion) throw noSuchLink();
    request.pageOwner = exclusion.owner;
    return exclusion;
  }

  app.get<WithToken>(`${DO_NOT_COUNT_PATH}/:token`, async (request, reply) => {
    const { owner } = await found(request);
    const address = baseUrl(request, config).replace(/^https?:\/\//, '') + pagePath(owner);
    const isOff = isExcluded(request.headers.cookie, owner);
    const page = isOff ? excludedPage : queryOf(request) === SENT ? refusedPage : countedPage;
    const words = (i18n: I18n) => ({ ...page(i18n, address), otherwise: wayToPage(i18n, owner) });
    return sendNotice(reply, 200, words, { 'Referrer-Policy': REFERRER_POLICY });
  });

  app.post<WithToken>(`${DO_NOT_COUNT_PATH}/:token`, async (request, reply) => {
    const isByDashboard = isFromDashboard(request, origins.dashboard());
    if (isByDashboard) allowDashboard(reply, origins.dashboard());
    else if (!isSameOrigin(request, () => baseUrl(request, config))) {
      throw new ApiError('forbidden', 'Cross-site form posts (CSRF) are rejected.');
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

function noSuchLink(): ApiError {
  return new ApiError('not_found', /*i18n*/ 'This link is not valid any more. Its owner may have renewed it.');
}

function countedPage(i18n: I18n, address: string): Notice {
  const message = i18n.t(
    'If {address} is your page, switch counting off here: your own visits and clicks will not be in its statistics. This stores one cookie in this browser, and nothing else changes.',
  );
  return {
    title: i18n.t('Do not count this browser?'),
    text: fill(message, { address: shown(address) }),
    action: { label: i18n.t('Do not count me'), field: { name: 'count', value: 'off' } },
  };
}

function excludedPage(i18n: I18n, address: string): Notice {
  const message = i18n.t(
    'Visits to {address} and clicks on its links from this browser are not in its statistics. Open this link in your other browsers too.',
  );
  return {
    title: i18n.t('This browser is not counted'),
    text: fill(message, { address: shown(address) }),
    action: { label: i18n.t('Count me again'), field: { name: 'count', value: 'on' } },
    sign: 'done',
  };
}

function refusedPage(i18n: I18n, address: string): Notice {
  const message = i18n.t('This browser still counts for {address}. Allow cookies for this site, then try again.');
  return {
    title: i18n.t('The cookie was not stored'),
    text: fill(message, { address: shown(address) }),
    action: { label: i18n.t('Try again'), field: { name: 'count', value: 'off' } },
    sign: 'care',
  };
}

function shown(address: string): Html {
  return html`<strong dir="ltr">${address}</strong>`;
}
