// An account with visits on the day when clocks change in Berlin, and on the last two days.
import { insertLink } from '../../../server/storage/page/blocks.ts';
import { insertLinkSet } from '../../../server/storage/visits/link-sets.ts';
import { PAGE } from '../../../server/storage/visits/visits.ts';
import { uncountedEvent } from '../../../server/visits/record/events.ts';
import { type Account, type Api, NOON } from '../../support/api.ts';

const at = (time: string) => Date.parse(`${time}Z`) * 1000;

const views: [time: string, visitor: 'ann' | 'bob', referrer?: string][] = [
  ['2026-10-24T22:30', 'ann'],
  // 02:30 in Berlin, twice
  ['2026-10-25T00:30', 'ann', 'news.example'],
  ['2026-10-25T01:30', 'bob'],
  // 23:59 and 00:00 in Berlin
  ['2026-10-25T22:59', 'ann'],
  ['2026-10-25T23:00', 'ann'],
  ['2026-11-14T10:00', 'ann'],
  ['2026-11-14T13:00', 'ann'],
  ['2026-11-15T09:00', 'bob'],
];
const countries = { ann: 'de', bob: 'gb' };

export async function accountWithVisits(api: Api, username: string): Promise<Account> {
  const account = await api.account(username);
  const links = await api.store.write(account.id, async (tx) => {
    const [shop, notes] = await api.store.dialect.allocateIds(tx, 2);
    const file = `/uploads/${'ab'.repeat(32)}/${account.token}/notes.txt`;
    await insertLink(tx, account.id, { id: shop!, slug: 'shop', url: 'https://shop.example/', deleted_at: null });
    await insertLink(tx, account.id, { id: notes!, slug: 'notes', url: file, deleted_at: null });
    await insertLinkSet(tx, account.id, { edition: 'first', links: [shop!], at: NOON });
    return { shop: shop! };
  });
  const visit = (time: string, visitor: 'ann' | 'bob', targetId: number, traits: Record<string, string>) => ({
    ...{ accountId: account.id, targetId, at: at(time), visitor: `${visitor} ${time.slice(0, 10)}`, traits },
    ...{ country: countries[visitor], city: 'Unknown, XX', os: 'Linux', browser: 'Firefox' },
  });
  await api.visits.recordMany([
    ...views.map(([time, visitor, referrer]) =>
      visit(time, visitor, PAGE, { edition: 'first', ...(referrer === undefined ? {} : { referrer }) }),
    ),
    visit('2026-10-25T01:31', 'bob', links.shop, {}),
    uncountedEvent(account.id, PAGE, at('2026-10-25T12:00'), 'bot'),
  ]);
  await api.visits.aggregateAll();
  return account;
}
