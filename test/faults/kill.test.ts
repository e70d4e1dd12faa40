// kill -9 during a stream of writes, repeatedly: every acknowledged write is stored once, and the database is intact.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../server/storage/store.ts';
import { engines } from '../support/engines.ts';
import { startHere } from '../support/here.ts';
import { startServer, tenantOn } from '../support/server.ts';
import { freshDatabase, storeOn } from '../support/store.ts';
import { makeNumberedVisits } from './numbered-visits.ts';
import { createPixelStream } from './pixel-stream.ts';
import { startVisitors } from './visitors.ts';
import { countAll, integrityOf } from './whole.ts';

/** The second kill hits a database that has recovered from the first; the drill kills far more often. */
const KILLS = 2;
const MAX_MS = 400;
const VISITED_PAGES = 5;
const VISITORS = { clients: 4, pauseMs: 10 };

describe(`${KILLS} kills with SIGKILL during a stream of pixels and visits`, () => {
  for (const engine of engines) {
    it(`lose and duplicate no acknowledged write on ${engine.name}`, async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const dataDir = mkdtempSync(join(tmpdir(), 'fingerpost-kill-'));
      t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
      const { accountId, key } = await tenantOn(databaseUrl, 'bo');
      const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, RATE_LIMIT: '0', TRUST_PROXY: '1' };
      const pixels = createPixelStream(key);
      const visits = await makeNumberedVisits(databaseUrl, VISITED_PAGES);
      let url: string | undefined;
      const visitors = startVisitors(visits, () => url, VISITORS);

      for (let kill = 1; kill <= KILLS; kill += 1) {
        const server = await startServer(t, environment);
        url = server.url;
        const stream = pixels.startOn(server);
        await Promise.all([stream.underWay(), visitors.underWay(VISITORS.clients)]);
        await sleep((kill * MAX_MS) / KILLS);
        url = undefined;
        server.kill('SIGKILL');
        await Promise.all([stream.ended, server.ended]);
        assert.equal(server.stderr(), '');
      }
      await visitors.stop();
      const last = await startHere(
        t,
        { freshDatabase: async () => ({ databaseUrl, drop: async () => {} }) },
        { RATE_LIMIT: '0' },
      );
      await pixels.finish(last);

      const store = await storeOn(t, databaseUrl);
      if (databaseUrl.startsWith('sqlite:')) assert.equal(integrityOf(databaseUrl), 'ok');
      await assertPixels(store, accountId, pixels);
      await countAll(store, dataDir);
      const { lost, wrong } = await visits.compare(store);
      assert.deepEqual({ lost, wrong }, { lost: [], wrong: [] });
      t.diagnostic(`${pixels.acknowledged.size} pixels and ${visits.counted()} visits acknowledged`);
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
