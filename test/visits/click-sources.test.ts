// Sources of clicks when several processes record and count, and when they are counted with the view or later.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { MINUTE } from '../../contract/time.ts';
import type { Store } from '../../server/storage/store.ts';
import { rangeCounts } from '../../server/visits/read/range-counts.ts';
import type { Visit } from '../../server/visits/record/identify.ts';
import { engines } from '../support/engines.ts';
import { addLink, chromeOnWindows, NOON, setting } from './setting.ts';

const LINK = 11;
const person = { accountId: 1, address: '192.0.2.1', userAgent: chromeOnWindows };
const from = (referrer: string, query = '') => ({ referrer, query, languages: undefined, host: 'links.example' });
const view: Visit = { ...person, targetId: 0, circumstances: from('https://news.example/', '?utm_source=mail') };
const click: Visit = { ...person, targetId: LINK, circumstances: from('https://links.example/ada') };

async function clicksFrom({ read }: Store) {
  const counts = await rangeCounts(read, 1, LINK, ['referrer', 'utm_source', 'total'], { from: 0, to: 2 * NOON });
  return Object.fromEntries(
    [...counts].flatMap(([dimension, keys]) =>
      [...keys].map(([key, { visits, uniques }]) => [`${dimension} ${key}`, [visits, uniques]]),
    ),
  );
}

for (const engine of engines) {
  describe(`sources of clicks on ${engine.name}`, () => {
    test('are known to every process, whichever recorded and counted the view', async (t) => {
      const { store, visits, another, clock } = await setting(t, engine);
      await addLink(store, { id: LINK, slug: 'shop' });
      const other = await another();
      await visits.record(view);
      // Both wait in the queue, and their times are equal.
      await other.visits.record(click);
      await other.visits.aggregateAll();
      clock.now += MINUTE;
      // The view has been counted by another process.
      await visits.record(click);
      await visits.aggregateAll();
      assert.deepEqual(await clicksFrom(store), {
        'referrer news.example': [2, 1],
        'utm_source mail': [2, 1],
        'total ': [2, 1],
      });
    });

    test('do not change how often visitors and visits are counted', async (t) => {
      const { store, visits, clock } = await setting(t, engine);
      await addLink(store, { id: LINK, slug: 'shop' });
      for (let turn = 0; turn < 3; turn += 1) {
        for (const visit of [view, click, { ...view, circumstances: from('https://other.example/') }, click]) {
          await visits.record(visit);
          clock.now += MINUTE;
        }
        await visits.aggregateAll();
      }
      assert.deepEqual(await clicksFrom(store), {
        'referrer news.example': [6, 1],
        'utm_source mail': [6, 1],
        'total ': [6, 1],
      });
    });
  });
}

test('their deletion reads visitors with a source only, on SQLite too', async (t) => {
  const { store } = await setting(t, engines.find(({ name }) => name === 'sqlite')!);
  const { rows } = await sql<{ detail: string }>`
    EXPLAIN QUERY PLAN SELECT day, target_id, visitor FROM visit_seen
    WHERE account_id = 1 AND day < '2026-03-10' AND source <> ''`.execute(store.read);
  assert.match(rows[0]!.detail, /INDEX visit_seen_source/);
});
