// The log contains no secrets and no IP addresses, at any level and after any error.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { type Engine, engines } from '../support/engines.ts';
import { assertApiError, pixelNamed, startServer, tenantOn } from '../support/server.ts';
import { freshDatabase, storeOn } from '../support/store.ts';
import { openWire } from './wire.ts';

const ADDRESS = '203.0.113.77';
const ADDRESS_6 = '2001:db8::77';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 Tell-Tale';

for (const engine of engines) {
  describe(`the log of a service on ${engine.name}, at level trace`, () => {
    it('contains JSON lines without keys, cookies, addresses, user agents or queries, also for errors', async (t) => {
      const databaseUrl = await freshDatabase(t, engine);
      const { key } = await tenantOn(databaseUrl);
      const server = await startServer(t, { DATABASE_URL: databaseUrl, LOG_LEVEL: 'trace', TRUST_PROXY: '1' });
      const headers = {
        'user-agent': AGENT,
        cookie: 'session=crumbs-of-a-cookie',
        referer: 'https://elsewhere.example/?from=tell-tale-referrer',
        'x-forwarded-for': `${ADDRESS_6}, ${ADDRESS}`,
        'x-real-ip': ADDRESS,
        forwarded: `for=${ADDRESS}`,
      };
      const wrongKey = `fp_${'w'.repeat(40)}`;

      assert.equal((await server.call('GET /api/v1/user?of=tell-tale-query', { key, headers })).status, 200);
      assertApiError(await server.call('GET /api/v1/user', { key: wrongKey, headers }), 401, 'unauthenticated');
      assertApiError(await server.call('GET /api/nowhere?of=tell-tale-query', { key, headers }), 404, 'not_found');
      assertApiError(await server.call('GET /%zz?of=tell-tale-query', { key, headers }), 400, 'malformed');
      assertApiError(await server.call('POST /api/v1/pixels', { key, headers, json: [] }), 400, 'malformed');
      assertApiError(await server.call('POST /api/v1/pixels', { key, headers, json: {} }), 422, 'invalid');
      assert.equal((await server.call('GET /do-not-count/tell-tale-token', { headers })).status, 404);
      const carried = Object.entries({ ...headers, authorization: `Bearer ${key}` }).map(
        ([name, value]) => `${name}: ${value}\r\n`,
      );
      for (const [broken, status] of [
        ['X-Broken\r\n\r\n', 400],
        [`X-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
      ] as const) {
        const wire = await openWire(t, server.port);
        await wire.send(`GET /?of=tell-tale-query HTTP/1.1\r\nHost: x\r\n${carried.join('')}${broken}`);
        assert.equal((await wire.answer()).status, status);
      }

      await breakActivities(t, engine, databaseUrl);
      const fault = await server.call('POST /api/v1/pixels', { key, headers, json: pixelNamed('Boom') });
      assertApiError(fault, 500, 'internal');
      assert.doesNotMatch(fault.text, /activit|constraint|trigger|SELECT|INSERT|\.ts/i);
      assert.ok(fault.body.response.includes(fault.headers['x-request-id']));

      server.kill('SIGTERM');
      assert.deepEqual(await server.ended, { code: 0, signal: null });
      assert.equal(server.stderr(), '');
      const records = server
        .stdout()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      for (const record of records) assert.match(record.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const answered = records.filter(({ msg }) => msg === 'answered');
      assert.ok(answered.some(({ path, status }) => path === '/api/v1/user' && status === 200));
      const failed = records.find(({ msg }) => msg === 'Request failed');
      assert.equal(failed.request, fault.headers['x-request-id']);
      assert.deepEqual(Object.keys(failed.err).sort(), ['code', 'message', 'stack', 'type']);

      const password = new URL(databaseUrl).password;
      const secrets = [key, wrongKey, 'crumbs', 'tell-tale', 'Tell-Tale', ADDRESS, ADDRESS_6, 'Gecko', 'remoteAddress'];
      for (const secret of password ? [...secrets, password] : secrets) {
        const leaks = records.filter((record) => JSON.stringify(record).includes(secret));
        assert.deepEqual(leaks, [], secret);
      }
      const bytes = records.filter((record) => JSON.stringify(record).includes('"type":"Buffer"'));
      assert.deepEqual(bytes, [], 'no raw packets');
    });
  });
}

/** Makes every insert of an activity fail, on PostgreSQL with an error that contains the row. */
async function breakActivities(t: Parameters<typeof storeOn>[0], engine: Engine, databaseUrl: string): Promise<void> {
  const { writeInstallation } = await storeOn(t, databaseUrl);
  const constraint = sql`ALTER TABLE activity ADD CONSTRAINT no_boom CHECK (message NOT LIKE '%Boom%')`;
  const trigger = sql`CREATE TRIGGER no_boom BEFORE INSERT ON activity BEGIN SELECT raise(ABORT, 'no activity'); END`;
  await writeInstallation((tx) => (engine.dialect === 'postgres' ? constraint : trigger).execute(tx));
}
