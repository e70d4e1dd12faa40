// kill -9 in the middle of an import: the page stays as it was, and upkeep removes what the import had written.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE } from '../../contract/time.ts';
import { removeUnfinishedImports } from '../../server/domain/import/jobs/unfinished-imports.ts';
import { createClock } from '../../server/system/clock.ts';
import { openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { runOnce } from '../support/jobs.ts';
import { hiddenRows, pageOfLinks } from '../support/pages/large-pages.ts';
import { startServer, tenantOn } from '../support/server.ts';
import { freshDatabase, storeOn } from '../support/store.ts';

/** Five batches: enough to kill it halfway. */
const LINKS = 1000;
/** More than one batch. */
const LINKS_AGAIN = 300;

describe('kill -9 in the middle of an import', () => {
  for (const engine of engines) {
    it(`leaves the page unchanged and nothing behind after upkeep on ${engine.name}`, async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const { accountId, key } = await tenantOn(databaseUrl);
      const store = await storeOn(t, databaseUrl);
      const before = pageOfLinks(20, 'before');

      const killed = await startServer(t, { DATABASE_URL: databaseUrl });
      const first = await killed.call('POST /api/v1/page/import', { key, json: { document: before } });
      assert.equal(first.status, 200, first.text);
      const { body: page } = await killed.call('GET /api/v1/page', { key });
      const cut = killed.call('POST /api/v1/page/import', { key, json: { document: pageOfLinks(LINKS, 'new') } }).then(
        ({ text }) => text,
        () => 'cut off',
      );
      let isOver = false;
      cut.then(() => {
        isOver = true;
      });
      while (!isOver && (await hiddenRows(store, accountId)).items === 0) await sleep(5);
      killed.kill('SIGKILL');
      assert.equal(await cut, 'cut off');
      await killed.ended;

      const api = await openApi({ freshDatabase: async () => ({ databaseUrl, drop: async () => {} }) });
      t.after(() => api.close());
      const now = await api.call('GET /page', { key });
      assert.deepEqual(now.body.response.blocks, page.response.blocks);
      assert.equal((await hiddenRows(store, accountId)).imports, 1);
      // In a process that started a while after the killed one.
      const clock = createClock();
      await runOnce(removeUnfinishedImports(store, () => clock() + 5 * MINUTE));
      assert.deepEqual(await hiddenRows(store, accountId), { items: 0, links: 0, imports: 0 });

      const again = await api.call('POST /page/import', { key, json: { document: pageOfLinks(LINKS_AGAIN, 'new') } });
      assert.equal(again.status, 200, again.text);
      assert.deepEqual(await hiddenRows(store, accountId), { items: 0, links: 0, imports: 0 });
    });
  }
});
