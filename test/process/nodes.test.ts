// Several processes of one installation: workers on SQLite, nodes on PostgreSQL. A change made through one is seen
// through the others within a second, and limits hold for all together.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { commandsOn, fingerpost } from '../cli/fingerpost.ts';
import { type Engine, engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { type Node, nodesAt } from '../support/nodes.ts';
import { anotherKeyOn, pixelNamed, startServer, suiteScope, tenantOn } from '../support/server.ts';
import { freshDatabase } from '../support/store.ts';
import { firefoxOnLinux } from '../visits/setting.ts';

const SECOND = 1000;
const RATE_LIMIT = 150;

async function startTwo(t: TestContext, engine: Engine, databaseUrl: string): Promise<[Node, Node]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fingerpost-nodes-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    RATE_LIMIT: String(RATE_LIMIT),
    DASHBOARD_PORT: '0',
  };
  if (engine.dialect === 'postgres') {
    const servers = [await startServer(t, settings), await startServer(t, settings)];
    return (await nodesAt(
      t,
      servers.map(({ url }) => url),
      2,
    )) as [Node, Node];
  }
  const server = await startServer(t, { ...settings, WORKERS: '2' });
  await server.wrote(/"2 workers serve requests"/);
  return (await nodesAt(t, [server.url], 2)) as [Node, Node];
}

for (const engine of engines) {
  describe(`two processes on ${engine.name}`, () => {
    const scope = suiteScope();
    let databaseUrl: string;
    let one: Node;
    let other: Node;
    before(async () => {
      databaseUrl = await freshDatabase(scope, engine);
      [one, other] = await startTwo(scope, engine, databaseUrl);
    });

    it('see the changes of each other within a second', async () => {
      const { key } = await tenantOn(databaseUrl);
      const user = async (node: Node) => node.call('GET /api/v1/user', { key });
      const page = async (node: Node) => node.call('GET /ada', { headers: { 'user-agent': firefoxOnLinux } });
      for (const node of [one, other]) {
        assert.equal((await user(node)).status, 200);
        assert.match((await page(node)).text, /Ada/);
      }

      const renamed = await one.call('PATCH /api/v1/user/profile', { key, json: { name: 'Countess' } });
      assert.equal(renamed.status, 200, renamed.text);
      await eventually('the page', SECOND, async () => /Countess/.test((await page(other)).text));
      const pixel = await other.call('POST /api/v1/pixels', { key, json: pixelNamed('One') });
      assert.equal(pixel.status, 200, pixel.text);
      const names = async () => {
        const { body } = await one.call('GET /api/v1/pixels', { key });
        return body.response.map(({ name }: { name: string }) => name).join();
      };
      await eventually('a record', SECOND, async () => (await names()) === 'One');
      const path = `/api/v1/pixels/${pixel.body.response.id}`;
      assert.equal((await other.call(`POST ${path}`, { key, json: { name: 'Two' } })).status, 200);
      await eventually('its new name', SECOND, async () => (await names()) === 'Two');
      assert.equal((await other.call(`POST ${path}/delete`, { key })).status, 200);
      await eventually('its end', SECOND, async () => (await names()) === '');

      const live = async (node: Node) => (await node.call('GET /api/v1/analytics/live', { key })).body.response;
      await eventually('live visitors', SECOND, async () => JSON.stringify(await live(one)).includes('127.0.0.1'));
      await eventually('live visitors', SECOND, async () => JSON.stringify(await live(other)).includes('127.0.0.1'));

      const { run, json } = commandsOn(databaseUrl, fingerpost);
      await run(['account', 'suspend', 'ada']);
      for (const node of [one, other]) {
        await eventually('a suspension', SECOND, async () => (await user(node)).status === 403);
        assert.notEqual((await page(node)).status, 200);
      }
      await run(['account', 'restore', 'ada']);
      for (const node of [one, other])
        await eventually('its end', SECOND, async () => (await user(node)).status === 200);
      const [{ id }] = await json(['key', 'list', 'ada']);
      await run(['key', 'revoke', 'ada', String(id)]);
      for (const node of [one, other])
        await eventually('a revoked key', SECOND, async () => (await user(node)).status === 401);
    });

    it('create one pixel for one Idempotency-Key sent to both at once', async () => {
      const { key } = await tenantOn(databaseUrl, 'bo');
      const headers = { 'idempotency-key': 'once-and-no-more' };
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 ? one : other).call('POST /api/v1/pixels', { key, headers, json: pixelNamed('Once') }),
        ),
      );
      for (const answer of answers) assert.equal(answer.status, 200, answer.text);
      assert.equal(new Set(answers.map(({ body }) => body.response.id)).size, 1);
      for (const node of [one, other]) {
        await eventually('it is listed once', SECOND, async () => {
          return (await node.call('GET /api/v1/pixels', { key })).body.response.length === 1;
        });
      }
    });

    it('allow together what one may allow', async () => {
      const { key, accountId } = await tenantOn(databaseUrl, 'cy');
      const keys = new Map([
        [one, key],
        [other, await anotherKeyOn(databaseUrl, accountId)],
      ]);
      const statuses: number[] = [];
      const remaining: number[] = [];
      async function send(node: Node): Promise<void> {
        for (let requests = 0; requests < RATE_LIMIT; requests += 1) {
          const { status, headers } = await node.call('GET /api/v1/user', { key: keys.get(node)! });
          statuses.push(status);
          if (status === 200) remaining.push(Number(headers['ratelimit-remaining']));
        }
      }
      await Promise.all([send(one), send(other)]);
      assert.equal(statuses.filter((status) => status === 200).length, RATE_LIMIT);
      assert.equal(statuses.filter((status) => status === 429).length, RATE_LIMIT);
      assert.deepEqual(
        remaining.sort((a, b) => a - b),
        Array.from({ length: RATE_LIMIT }, (_, index) => index),
      );
    });
  });
}
