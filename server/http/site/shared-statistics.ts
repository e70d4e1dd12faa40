// The page of shared statistics on the dashboard's origin, `/shared/{token}`: whoever has the link can see it.
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import type { LocalDay } from '../../../contract/local-time.ts';
import { pageUrl } from '../../../contract/page/page-address.ts';
import { day } from '../../../contract/time.ts';
import { findTimeZone } from '../../../contract/time-zones.ts';
import { isShareExpired } from '../../domain/analytics/share-access.ts';
import { readPublicAccount } from '../../storage/accounts/account-tokens.ts';
import type { ShareIdentity } from '../../storage/accounts/statistics-shares.ts';
import { findLinks } from '../../storage/page/links.ts';
import { PAGE } from '../../storage/visits/visits.ts';
import { creditFor } from '../../views/credit.ts';
import { renderSharedStatistics, sharedPolicy } from '../../views/shared/document.ts';
import { readSummary } from '../../visits/read/statistics-summary.ts';
import { lastSharedDay } from '../api/shared-reads.ts';
import { shareCaller } from '../auth/share-tokens.ts';
import { DASHBOARD_PATH } from '../origins.ts';
import { i18nOf } from '../own-words.ts';
import { sendOwnPage } from '../pages/notices.ts';
import type { Services } from '../services.ts';
import { dashboardHeaders } from './dashboard-headers.ts';
import { SHARED_PATH } from './shared-path.ts';

interface SharedRequest {
  Params: { token: string };
  Querystring: { range?: unknown };
}

const ranges = [
  { name: '7d', label: /*i18n*/ '7 days', interval: 'day', first: (today: LocalDay) => today - 6 },
  { name: '30d', label: /*i18n*/ '30 days', interval: 'day', first: (today: LocalDay) => today - 29 },
  { name: '90d', label: /*i18n*/ '90 days', interval: 'day', first: (today: LocalDay) => today - 89 },
  { name: '12m', label: /*i18n*/ '12 months', interval: 'month', first: monthsAgo(11) },
  { name: 'all', label: /*i18n*/ 'All time', interval: 'month', first: () => undefined },
] as const;
const DEFAULT_RANGE = ranges[1];
const UTC = findTimeZone('UTC')!;

export async function sharedStatisticsRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { site, origins, store, clock, shares, limiters, licenceOfPlaces } = services;
  const base = site === 'both' ? DASHBOARD_PATH : '';

  app.get<SharedRequest>(
    `${base}${SHARED_PATH}/:token`,
    { schema: { hide: true }, config: { htmlErrors: true } },
    async (request, reply) => {
      const share = await shares.find(request.params.token);
      if (!share?.isActive || isShareExpired(share, clock())) throw gone();
      await countRequest(share);
      const range = ranges.find(({ name }) => name === request.query.range) ?? DEFAULT_RANGE;
      const { accountId, expiresAt } = share;
      const linkId = share.linkId ?? undefined;
      const account = await readPublicAccount(store.read, accountId);
      const [link] = linkId === undefined ? [] : await findLinks(store.read, accountId, [linkId]);
      if (!account || (linkId !== undefined && !link)) throw gone();
      const last = lastSharedDay(clock());
      const { interval } = range;
      const summary = await readSummary(store.read, {
        ...{ accountId, linkId, zone: UTC, interval, last },
        first: range.first(last),
        sharedTarget: linkId ?? PAGE,
      });
      const i18n = i18nOf(request);
      const statistics = {
        ...summary,
        title: link?.slug ?? (account.name || account.username),
        isLink: link !== undefined,
        address: pageUrl(origins.pages(), account, link && { link: link.slug }),
        ranges: ranges.map(({ name, label }) => ({
          label: i18n.t(label),
          href: `?range=${name}`,
          isCurrent: name === range.name,
        })),
        interval,
        credit: creditFor(licenceOfPlaces()),
        expires: expiresAt === null ? undefined : day(expiresAt),
      };
      const html = renderSharedStatistics(statistics, i18n);
      const headers = { ...dashboardHeaders(origins), 'referrer-policy': 'no-referrer' };
      return sendOwnPage(
        reply,
        200,
        { html, policy: sharedPolicy },
        { ...headers, 'content-security-policy': sharedPolicy },
      );
    },
  );

  /** The page and the API share the limit of the token. */
  async function countRequest(share: ShareIdentity): Promise<void> {
    const { id, quotas } = shareCaller(services, share);
    if (quotas.requestsPerMinute === 0) return;
    const { exceeded, resetSeconds } = await limiters.share.count(id, quotas.requestsPerMinute);
    if (!exceeded) return;
    const sentence = /*i18n*/ 'These statistics were opened too often. Wait a minute, then try again.';
    throw new ApiError('rate_limited', sentence, { headers: { 'Retry-After': String(resetSeconds) } });
  }
}

/** The same for links that never existed: nobody can find out which did. */
function gone(): ApiError {
  return new ApiError(
    'not_found',
    /*i18n*/ 'These statistics are not shared any more. Ask their owner for a new link.',
  );
}

/** The first day of the month so many months before. */
function monthsAgo(count: number): (today: LocalDay) => LocalDay {
  return (today) => {
    const date = new Date(today * 86_400_000);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - count, 1) / 86_400_000;
  };
}
