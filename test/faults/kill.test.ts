// kill -9 during a stream of writes, repeatedly: every acknowledged write is stored once, and the database is intact.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { createClock } from '../../server/clock.ts';
import type { Store } from '../../server/storage/store.ts';
import { ALL_LINKS } from '../../server/storage/visits/visits.ts';
import { createVisits } from '../../server/visits/index.ts';
import { rangeCounts } from '../../server/visits/read/range-counts.ts';
import { createGeography } from '../../server/visits/record/geography.ts';
import { engines } from '../support/engines.ts';
import { launch, type Server, startServer, tenantOn } from '../support/server.ts';
import { freshDatabase, storeOn } from '../support/store.ts';
import { createPixelStream } from './pixel-stream.ts';
import { integrityOf } from './whole.ts';

/** The second kill hits a database that has recovered from the first; the drill kills far more often. */
const KILLS = 2;
const MAX_MS = 400;
/** More than a writer records before it is killed. */
const TARGETS_PER_LIFE = 100_000;
const visitWriter = fileURLToPath(new URL('children/visit-writer.ts', import.meta.url));

describe(`${KILLS} kills with SIGKILL during a stream of pixels and visits`, { concurrency: true }, () => {
  for (const engine of engines) {
    it(`lose and duplicate no acknowledged write on ${engine.name}`, async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const { accountId, key } = await tenantOn(databaseUrl);
      const environment = { DATABASE_URL: databaseUrl, RATE_LIMIT: '0' };
      const pixels = createPixelStream(key);
      const visits = { sent: new Set<number>(), acknowledged: new Set<number>() };

      async function live(
        life: number,
        end: (server: Server, signal: (name: NodeJS.Signals) => void) => Promise<void>,
      ) {
        const first = life * TARGETS_PER_LIFE;
        const writer = launch(t, environment, visitWriter, databaseUrl, String(accountId), String(first));
        const server = await startServer(t, environment);
        const stream = pixels.startOn(server);
        writer.say('go');
        await Promise.all([stream.underWay(), writer.wrote(/^=/m)]);
        await end(server, (name) => {
          server.kill(name);
          writer.kill(name);
        });
        await Promise.all([stream.ended, server.ended, writer.ended]);
        assert.equal(server.stderr() + writer.stderr(), '');
        const lines = [...writer.stdout().matchAll(/^([+=])(\d+)$/gm)];
        const numbersAfter = (sign: string) =>
          new Set(lines.filter((line) => line[1] === sign).map(([, , number]) => Number(number)));
        const own = { sent: numbersAfter('+'), acknowledged: numbersAfter('=') };
        for (const target of own.sent) visits.sent.add(target);
        for (const target of own.acknowledged) visits.acknowledged.add(target);
        return own;
      }

      for (let kill = 1; kill <= KILLS; kill += 1) {
        await live(kill, async (_server, signal) => {
          await sleep((kill * MAX_MS) / KILLS);
          signal('SIGKILL');
        });
      }
      const last = await live(KILLS + 1, async (server, signal) => {
        await pixels.finish(server);
        signal('SIGTERM');
      });
      assert.deepEqual(last.acknowledged, last.sent, 'a stop finishes requests in flight');

      const store = await storeOn(t, databaseUrl);
      if (databaseUrl.startsWith('sqlite:')) assert.equal(integrityOf(databaseUrl), 'ok');
      await assertPixels(store, accountId, pixels);
      await assertVisits(store, accountId, visits);
      t.diagnostic(`${pixels.acknowledged.size} pixels and ${visits.acknowledged.size} visits acknowledged`);
    });
  }
});

async function assertPixels(
  { read }: Store,
  accountId: number,
  { asked, acknowledged }: { asked: ReadonlySet<string>; acknowledged: ReadonlyMap<string, number> },
): Promise<void> {
  const rows = await read.selectFrom('pixel').select(['id', 'name']).where('account_id', '=', accountId).execute();
  assert.deepEqual(rows.map(({ name }) => name).sort(), [...asked].sort(), 'each requested pixel, once');
  assert.deepEqual(new Map(rows.map(({ name, id }) => [name, id])), new Map([...acknowledged].sort(byId)));

  const activities = await read.selectFrom('activity').select(['id', 'type', 'message']).execute();
  const messages = activities.filter(({ type }) => type === 'pixel_created').map(({ message }) => message);
  assert.deepEqual(messages.sort(), [...asked].map((name) => `The pixel "${name}" was added.`).sort());
  const ids = [...rows, ...activities].map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, 'ids are unique');
}

function byId([, a]: [string, number], [, b]: [string, number]): number {
  return a - b;
}

async function assertVisits(
  store: Store,
  accountId: number,
  { sent, acknowledged }: { sent: ReadonlySet<number>; acknowledged: ReadonlySet<number> },
): Promise<void> {
  const logger = pino({ level: 'silent' });
  await createVisits({ store, clock: createClock(), geography: createGeography({ logger }), logger }).foldAll();

  const rows = await store.read
    .selectFrom('visit_total')
    .select(['target_id', 'visits', 'uniques'])
    .where('account_id', '=', accountId)
    .where('dimension', '=', 'total')
    .execute();
  const totals = new Map(rows.map(({ target_id, visits, uniques }) => [target_id, { visits, uniques }]));
  const all = totals.get(ALL_LINKS);
  totals.delete(ALL_LINKS);
  for (const target of acknowledged) assert.ok(totals.has(target), `the visit to ${target} was acknowledged`);
  for (const [target, counts] of totals) {
    assert.ok(sent.has(target), `the visit to ${target} was sent`);
    assert.deepEqual(counts, { visits: 1, uniques: 1 }, `the visit to ${target} is counted once`);
  }
  assert.deepEqual(all, { visits: totals.size, uniques: totals.size });

  const span = { from: 0, to: Date.UTC(2100, 0) * 1000 };
  const periods = await rangeCounts(store.read, accountId, ALL_LINKS, ['total'], span);
  assert.deepEqual(periods.get('total')?.get(''), { visits: totals.size, uniques: totals.size });
}
