// Commands in another process than the running service, on one database: the service follows a change within a second,
// and new keys work at once.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { commandsOn, installation, spawnFingerpost, startService } from './fingerpost.ts';

const SECOND = 1000;

for (const engine of engines) {
  describe(`commands next to a running service on ${engine.name}`, () => {
    it('change its answers', async (t) => {
      const { databaseUrl, run, json } = await installation(t, engine);
      const address = await startService(t, databaseUrl);
      const get = async (path: string, key: string) => {
        const answer = await fetch(`${address}/api/v1${path}`, { headers: { Authorization: `Bearer ${key}` } });
        // biome-ignore lint/suspicious/noExplicitAny: the test reads answers of every shape
        return { status: answer.status, body: (await answer.json()) as any };
      };
      const becomes = async (what: string, key: string, status: number) =>
        eventually(`${what}: ${status}`, SECOND, async () => (await get('/user', key)).status === status);

      const program = commandsOn(databaseUrl, spawnFingerpost);
      const created = await program.run(['account', 'create', '--username', 'ada', '--email', 'ada@links.example']);
      assert.equal(created.code, 0);
      const key = (await run(['key', 'create', 'ada', '--scope', 'read'])).stdout.trim();
      const fresh = await get('/user', key);
      assert.deepEqual([fresh.status, fresh.body.response.username], [200, 'ada'], 'a new key works at once');

      const second = await json(['key', 'create', 'ada']);
      assert.equal((await get('/user', second.key)).status, 200);
      await run(['key', 'revoke', 'ada', String(second.id)]);
      await becomes('a revoked key', second.key, 401);
      assert.equal((await get('/user', key)).status, 200, 'the other key still works');

      await run(['account', 'rename', 'ada', 'countess']);
      await eventually(
        'a new username',
        SECOND,
        async () => (await get('/user', key)).body.response.username === 'countess',
      );
      await run(['plan', 'grant', 'countess', '--plan', 'pro', '--price', '9.50', '--currency', 'EUR']);
      await eventually('a new plan', SECOND, async () => (await get('/user', key)).body.response.plan_name === 'Pro');
      const [record] = (await get('/plan-history', key)).body.response;
      assert.deepEqual([record.plan, record.price, record.currency], ['pro', 9.5, 'EUR']);

      await run(['account', 'suspend', 'countess']);
      await becomes('a suspended account', key, 403);
      await run(['account', 'restore', 'countess']);
      await becomes('a restored account', key, 200);
      assert.equal((await run(['account', 'password', 'countess', '--password-stdin'], 'correct horse')).code, 0);

      await eventually(
        'a log of all changes',
        SECOND,
        async () => (await get('/activities?results_per_page=25', key)).body.response[0].type === 'password_changed',
      );
      const activities = (await get('/activities?results_per_page=25', key)).body.response;
      assert.deepEqual(
        activities.map(({ type }: { type: string }) => type),
        [
          'password_changed',
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
