// Ten visitors from three sources, and a service that is killed between their views and their clicks.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { type Server, startServer, tenantOn } from '../support/server.ts';
import { freshDatabase } from '../support/store.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const MAX_MS = 20_000;
const PUBLIC_URL = 'https://links.example';

const sources: { visitors: number[]; path: string; headers: Record<string, string> }[] = [
  { visitors: [1, 2, 3], path: '/ada', headers: {} },
  { visitors: [4, 5, 6, 7], path: '/ada', headers: { referer: 'https://t.co/abc' } },
  { visitors: [8, 9, 10], path: '/ada?utm_source=mail&utm_campaign=spring', headers: {} },
];
const everybody = sources.flatMap(({ visitors }) => visitors);

for (const engine of engines) {
  describe(`Sources of clicks on ${engine.name}`, () => {
    for (const [name, areCounted] of [
      ['counted', true],
      ['waiting to be counted', false],
    ] as const) {
      it(`survive a kill while the views are ${name}`, async (t) => {
        const databaseUrl = await freshDatabase(t, engine);
        const dataDir = mkdtempSync(join(tmpdir(), 'fingerpost-kill-'));
        t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
        const { key } = await tenantOn(databaseUrl, 'ada');
        const environment = {
          DATABASE_URL: databaseUrl,
          DATA_DIR: dataDir,
          TRUST_PROXY: '1',
          PUBLIC_URL,
          DASHBOARD_PORT: '0',
        };
        const visit = async (server: Server, visitor: number, path: string, given: Record<string, string>) => {
          const headers = { 'user-agent': FIREFOX, 'x-forwarded-for': `192.0.2.${visitor}`, ...given };
          const answer = await server.call(`GET ${path}`, { headers });
          assert.equal(answer.headers['fingerpost-visit'], 'counted', answer.text);
        };
        const countOf = async (server: Server, path: string) => {
          const { status, text, body } = await server.call(`GET /api/v1/analytics/${path}`, { key });
          assert.equal(status, 200, text);
          return body.response.getviews;
        };

        const killed = await startServer(t, environment);
        const json = { block: 'links', items: [{ link: 'https://shop.example/', slug: 'shop' }] };
        assert.equal((await killed.call('POST /api/v1/blocks', { key, json })).status, 200);
        await Promise.all(
          sources.flatMap(({ visitors, path, headers }) =>
            visitors.map((visitor) => visit(killed, visitor, path, headers)),
          ),
        );
        if (areCounted) {
          await eventually('the views are counted', MAX_MS, async () => (await countOf(killed, 'views')).visits === 10);
        }
        killed.kill('SIGKILL');
        await killed.ended;

        // The clicks are recorded by several processes.
        const next = await startServer(t, { ...environment, WORKERS: '2' });
        const referer = `${PUBLIC_URL}/ada`;
        await Promise.all(everybody.map((visitor) => visit(next, visitor, '/ada/shop', { referer })));
        await eventually(
          'the clicks are counted',
          MAX_MS,
          async () => (await countOf(next, 'clicks/shop')).visits === 10,
        );
        assert.deepEqual(await countOf(next, 'views'), { visits: 10, unique: 10 });
        for (const [filter, expected] of [
          ['referrer=x.com', 4],
          ['utm_campaign=spring', 3],
          ['referrer=', 6],
        ] as const) {
          const found = await countOf(next, `clicks/shop?${filter}`);
          assert.deepEqual(found, { visits: expected, unique: expected }, filter);
        }
      });
    }
  });
}
