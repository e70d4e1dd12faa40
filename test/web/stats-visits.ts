// Visits for the numbers screen: made over HTTP, or written into the past.
import assert from 'node:assert/strict';
import { PAGE } from '../../server/storage/visits/visits.ts';
import type { DashboardSite } from './site.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const SINGAPORE = '137.132.1.1';
const UNITED_STATES = '8.8.8.8';

type Request = [path: string, agent: string, address: string, referrer?: string];

/**
 * Two people and a crawler. Grace (Firefox, Singapore) comes twice, first from a campaign in the news, and clicks the shop.
 * Lin (iPhone, United States) comes once and clicks the shop and the blog.
 */
export async function makeVisits({ pagesUrl, api }: DashboardSite, username: string): Promise<void> {
  const requests: Request[] = [
    [`/${username}?utm_source=letter&utm_campaign=autumn`, FIREFOX, SINGAPORE, 'https://news.example/today'],
    [`/${username}`, FIREFOX, SINGAPORE],
    [`/${username}/shop`, FIREFOX, SINGAPORE],
    [`/${username}`, IPHONE, UNITED_STATES],
    [`/${username}/shop`, IPHONE, UNITED_STATES],
    [`/${username}/blog`, IPHONE, UNITED_STATES],
    [`/${username}`, CRAWLER, '66.249.66.1'],
  ];
  for (const [path, agent, address, referrer] of requests) {
    const headers = { 'user-agent': agent, 'x-forwarded-for': address, ...(referrer && { referer: referrer }) };
    const { status } = await fetch(pagesUrl + path, { headers, redirect: 'manual' });
    assert.ok(status < 400, `${path}: ${status}`);
  }
  await api.visits.aggregateAll();
}

/** Around the end of daylight-saving time in Berlin. */
const past = [
  // 23:59 on October 25
  '2025-10-25T21:59',
  // 00:30 on October 26, and 02:30 twice
  '2025-10-25T22:30',
  '2025-10-26T00:30',
  '2025-10-26T01:30',
  // 23:59 on October 26, and midnight
  '2025-10-26T22:59',
  '2025-10-26T23:00',
];

export async function writePast({ api }: DashboardSite, accountId: number): Promise<void> {
  const visits = past.map((time) => ({
    ...{ accountId, targetId: PAGE, at: Date.parse(`${time}Z`) * 1000, visitor: time, traits: {} },
    ...{ country: 'de', city: 'Berlin, DE', os: 'Linux', browser: 'Firefox' },
  }));
  assert.ok(await api.visits.recordMany(visits));
  await api.visits.aggregateAll();
}
