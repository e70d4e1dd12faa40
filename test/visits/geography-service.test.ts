// The running service, whose geolocation file is replaced.
import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { engines } from '../support/engines.ts';
import { pixelNamed, startServer, tenantOn } from '../support/server.ts';
import { freshDatabase } from '../support/store.ts';
import { maxmindRecord, placesFile } from './places-file.ts';

test('loads another geolocation file without a restart and shows its attribution', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-test-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'places.mmdb');
  async function put(country: string, type: string) {
    await writeFile(join(folder, 'new'), placesFile({ '::/0': maxmindRecord(country, { en: 'Somewhere' }) }, { type }));
    await rename(join(folder, 'new'), path);
  }

  await put('GB', 'GeoLite2-City');
  const databaseUrl = await freshDatabase(t, engines[0]!);
  const { key } = await tenantOn(databaseUrl);
  const server = await startServer(t, { DATABASE_URL: databaseUrl, TRUST_PROXY: 'loopback', GEO_DATABASE: path });
  async function countryOfNext(name: string): Promise<string> {
    const headers = { 'x-forwarded-for': '203.0.113.1' };
    assert.equal((await server.call('POST /api/v1/pixels', { key, headers, json: pixelNamed(name) })).status, 200);
    return (await server.call('GET /api/v1/user', { key })).body.response.lastCountry;
  }
  async function credited(): Promise<string> {
    const page = (await server.call('GET /docs')).text;
    const { body } = await server.call('GET /api/v1/openapi.json');
    const credits = ['https://db-ip.com', 'https://www.maxmind.com'].filter((url) =>
      page.includes(`<a href="${url}">`),
    );
    assert.deepEqual(
      credits,
      credits.filter((url) => body.info.description.includes(`(${url})`)),
    );
    return credits.join();
  }

  await server.wrote(/"Geolocation data: \\"GeoLite2-City\\" of 2026-10-01"/);
  assert.equal(await countryOfNext('One'), 'United Kingdom');
  assert.equal(await credited(), 'https://www.maxmind.com');
  await put('NL', 'DBIP-City-Lite');
  await server.wrote(/"Geolocation data: \\"DBIP-City-Lite\\" of 2026-10-01"/);
  assert.equal(await countryOfNext('Two'), 'Netherlands');
  assert.equal(await credited(), 'https://db-ip.com');
  server.kill('SIGTERM');
  assert.deepEqual(await server.ended, { code: 0, signal: null });
});
