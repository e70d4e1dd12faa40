// `fingerpost distribute`: what it refuses, and what it does on a cluster.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { workersOf } from '../support/citus.ts';
import { engines } from '../support/engines.ts';
import { freshDatabase } from '../support/store.ts';
import { fingerpost } from './fingerpost.ts';

const distribute = (databaseUrl: string, ...args: string[]) =>
  fingerpost(['distribute', ...args], { environment: { DATABASE_URL: databaseUrl } });

for (const engine of engines.filter(({ name }) => name !== 'citus')) {
  describe(`fingerpost distribute on ${engine.name}`, () => {
    it('refuses a database that is not part of a cluster', async (t) => {
      const { code, stdout, stderr } = await distribute(await freshDatabase(t, engine));
      assert.match(stderr, /^The database is not part of a Citus cluster\. .* docs\/scaling\.md has the steps\.\n$/);
      assert.deepEqual([code, stdout], [4, '']);
    });

    it('refuses a number of shards that cannot be', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      for (const given of ['0', '1025', '2.5', 'many', '-1']) {
        const { code, stderr } = await distribute(databaseUrl, `--shards=${given}`);
        assert.equal(stderr, `--shards must be a whole number from 1 to 1024 (it is "${given}").\n`);
        assert.equal(code, 4);
      }
    });
  });
}

const citus = engines.find(({ name }) => name === 'citus');
const without = citus ? false : 'TEST_CITUS_URL is not set: no test ran on a cluster.';

describe('fingerpost distribute on a cluster', () => {
  it('says that everything is distributed, and does not change the number of shards', { skip: without }, async (t) => {
    const databaseUrl = await freshDatabase(t, citus!);
    const again = await distribute(databaseUrl);
    assert.deepEqual([again.code, again.stderr], [0, 'All tables are distributed already: 4 shards on 2 servers.\n']);
    const { code, stderr } = await distribute(databaseUrl, '--shards', '8');
    assert.equal(stderr, 'The accounts are distributed over 4 shards already, which cannot be changed to 8.\n');
    assert.equal(code, 4);
  });

  it('refuses a worker', { skip: without }, async (t) => {
    for (const worker of await workersOf(await freshDatabase(t, citus!))) {
      const { code, stderr } = await distribute(worker);
      assert.match(stderr, /^This server is a worker of the cluster\. /);
      assert.equal(code, 4);
    }
  });
});
