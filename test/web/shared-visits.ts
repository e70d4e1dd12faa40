// A page with visits and clicks of the last weeks, for the screens that show statistics.
import assert from 'node:assert/strict';
import { DAY, HOUR, SECOND } from '../../contract/time.ts';
import { PAGE } from '../../server/storage/visits/visits.ts';
import type { Account, Api } from '../support/api.ts';

const countries = ['de', 'de', 'de', 'fr', 'fr', 'us', 'np', 'br', 'in', 'xx'];
const referrers = ['news.example', 'social.example', 'social.example', undefined, undefined];
const devices = ['Phone', 'Phone', 'Desktop', 'Tablet'];
const slugs = ['walking-maps', 'order-an-arm', 'newsletter'];

/** Returns the tokens of the shared statistics: of all, and of the first link. */
export async function sharedAccount(api: Api, username: string): Promise<Account & { all: string; link: string }> {
  const account = await api.account(username);
  const post = async (path: string, json: object) => {
    const { status, text, body } = await api.call(`POST ${path}`, { key: account.key, json });
    assert.equal(status, 200, text);
    return body.response;
  };
  const items = slugs.map((slug) => ({ link: `https://${slug}.example/`, slug }));
  const made = await post('/blocks', { block: 'links', items });
  const links: number[] = made.items.map(({ id }: { id: number }) => id);
  const events = [];
  // Shared statistics show a day from an hour after its end: this is the first day that they do not show.
  const now = api.clock.now - HOUR;
  const today = now - (now % DAY);
  for (let day = 0; day < 120; day += 1) {
    const visits = 4 + ((day * 7) % 11) + (day % 7 < 2 ? 6 : 0);
    for (let visit = 0; visit < visits; visit += 1) {
      const seed = day * 31 + visit;
      const country = countries[seed % countries.length]!;
      const referrer = referrers[seed % referrers.length];
      const traits = { device: devices[seed % devices.length]!, ...(referrer === undefined ? {} : { referrer }) };
      const event = {
        accountId: account.id,
        at: today - day * DAY + visit * SECOND,
        visitor: `${username}${seed}`,
      };
      const seen = { country, city: 'Unknown, XX', os: 'iOS', browser: 'Mobile Safari', traits };
      events.push({ ...event, ...seen, targetId: PAGE });
      if (seed % 3 === 0) events.push({ ...event, ...seen, targetId: links[(seed / 3) % links.length]! });
    }
  }
  assert.ok(await api.visits.recordMany(events));
  await api.visits.aggregateAll();
  const { token: all } = await post('/analytics/shares', { name: 'All' });
  const one = { name: 'One link', link_slug: slugs[0], expires_at: '2099-12-31T00:00:00Z' };
  const { token: link } = await post('/analytics/shares', one);
  return { ...account, all, link };
}
