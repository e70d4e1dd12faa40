// Commands on the database of a running service, one of them in another process: the service follows every change, and
// new keys work at once.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { enginesOf } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { startHere } from '../support/here.ts';
import { commandsOn, fingerpost, spawnFingerpost } from './fingerpost.ts';

/** Far longer than it takes. */
const PATIENCE_MS = 30_000;

for (const engine of enginesOf(import.meta.url)) {
  describe(`commands next to a running service on ${engine.name}`, () => {
    it('change its answers', async (t) => {
      const service = await startHere(t, engine);
      const { run, json } = commandsOn(service.databaseUrl, fingerpost);
      const get = (path: string, key: string) => service.call(`GET /api/v1${path}`, { key });
      const becomes = async (what: string, key: string, status: number) =>
        eventually(`${what}: ${status}`, PATIENCE_MS, async () => (await get('/user', key)).status === status);

      const created = await run(['account', 'create', '--username', 'grace', '--email', 'grace@links.example']);
      assert.equal(created.code, 0);
      const key = (await run(['key', 'create', 'grace', '--scope', 'read'])).stdout.trim();
      const fresh = await get('/user', key);
      assert.deepEqual([fresh.status, fresh.body.response.username], [200, 'grace'], 'a new key works at once');

      const second = await json(['key', 'create', 'grace']);
      assert.equal((await get('/user', second.key)).status, 200);
      await commandsOn(service.databaseUrl, spawnFingerpost).run(['key', 'revoke', 'grace', String(second.id)]);
      await becomes('a revoked key', second.key, 401);
      assert.equal((await get('/user', key)).status, 200, 'the other key still works');

      await run(['account', 'rename', 'grace', 'countess']);
      await eventually(
        'a new username',
        PATIENCE_MS,
        async () => (await get('/user', key)).body.response.username === 'countess',
      );
      await run(['plan', 'grant', 'countess', '--plan', 'pro', '--price', '9.50', '--currency', 'EUR']);
      await eventually(
        'a new plan',
        PATIENCE_MS,
        async () => (await get('/user', key)).body.response.plan_name === 'Pro',
      );
      const [record] = (await get('/plan-history', key)).body.response;
      assert.deepEqual([record.plan, record.price, record.currency], ['pro', 9.5, 'EUR']);

      await run(['account', 'suspend', 'countess']);
      await becomes('a suspended account', key, 403);
      await run(['account', 'restore', 'countess']);
      await becomes('a restored account', key, 200);
      assert.equal((await run(['account', 'password', 'countess', '--password-stdin'], 'correct horse')).code, 0);

      await eventually(
        'a log of all changes',
        PATIENCE_MS,
        async () => (await get('/activities?results_per_page=25', key)).body.response[0].type === 'password_changed',
      );
      const activities = (await get('/activities?results_per_page=25', key)).body.response;
      assert.deepEqual(
        activities.map(({ type }: { type: string }) => type),
        [
          'password_changed',
          'account_recovered',
          'account_restored',
          'account_suspended',
          'plan_changed',
          'username_changed',
          'key_revoked',
          'key_created',
          'key_created',
          'account_created',
        ],
      );
      for (const { ip, browser } of activities) assert.deepEqual([ip, browser], ['127.0.0.1', 'Command line']);

      await run(['account', 'delete', 'countess', '--yes']);
      await becomes('a deleted account', key, 401);
    });
  });
}
