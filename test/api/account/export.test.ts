// The export of all data: complete, of one account only, and without secrets.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';
import { fingerpost } from '../../cli/fingerpost.ts';
import { type MarkedAccount, markedAccount } from '../../fuzz/marked-account.ts';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { passTime } from '../../support/days.ts';
import { enginesOf } from '../../support/engines.ts';
import { signedInByLink } from '../../support/signed-in.ts';

const DAY = 24 * 3600 * 1_000_000;

for (const engine of enginesOf(import.meta.url)) {
  describe(`The export of all data on ${engine.name}`, () => {
    let api: Api;
    let ada: MarkedAccount;
    let bob: MarkedAccount;
    before(async () => {
      api = await openApi(engine);
      ada = await markedAccount(api, 'zanzibar', 5_000_000);
      bob = await markedAccount(api, 'quetzal', 6_000_000);
    });
    after(() => api.close());

    const state = async (account: Account) => {
      const browser = await signedInByLink(api, account);
      return (await browser.call('GET /account/export')).body.response;
    };
    const start = async (account: Account) => (await signedInByLink(api, account)).call('POST /account/export');

    async function downloaded(url: string) {
      const dashboard = await api.dashboard();
      return dashboard.inject({ url: new URL(url).pathname, headers: { accept: '*/*' } });
    }

    it('has everything that the account owns, and nothing of another', async () => {
      assert.deepEqual(await state(await api.account('nobody')), {
        ...{ state: 'none', progress: 0, url: null, bytes: null },
        ...{ created_at: null, finished_at: null, expires_at: null },
      });
      const started = await start(ada);
      assert.equal(started.status, 200, started.text);
      assert.match(started.body.response.state, /^(waiting|running)$/);
      await api.upkeep();
      const { url, bytes, ...ready } = await state(ada);
      assert.deepEqual(ready, {
        ...{ state: 'ready', progress: 100, created_at: '2026-11-15T12:00:00.123456Z' },
        ...{ finished_at: '2026-11-15T12:00:00.123456Z', expires_at: '2026-11-22T12:00:00.123456Z' },
      });
      const { statusCode, rawPayload, headers } = await downloaded(url);
      assert.equal(statusCode, 200);
      assert.equal(rawPayload.length, bytes);
      assert.equal(headers['content-disposition'], 'attachment; filename="fingerpost-2026-11-15.tar.gz"');

      const files = await unpacked(rawPayload);
      const names = [...files.keys()].map((name) => name.replace(/^zanzibar\//, ''));
      assert.deepEqual(
        names.map((name) => name.replace(/\d{7,}/, 'ID')).sort(),
        [
          ...['README.txt', 'account.json', 'activity.csv', 'form-entries/ID.csv', 'keys.csv', 'links.csv'],
          ...['page.html', 'page.json', 'pixels.csv', 'plan-history.csv', 'sessions.csv', 'settings.json'],
          ...['statistics/days.csv', 'statistics/dimensions.csv', 'statistics/shares.csv', 'statistics/visits.csv'],
          ...['trash/ID.json', 'trash/ID.json', 'uploads.csv', 'uploads/ID-zanzibar.txt'],
          ...['versions/ID.json', 'versions/ID.json', 'versions/ID.json'].slice(
            0,
            names.filter((n) => /^versions/.test(n)).length,
          ),
        ].sort(),
      );
      const text = (name: string) => files.get(`zanzibar/${name}`)!;
      assert.equal(JSON.parse(text('account.json')).email, 'zanzibar@example.com');
      assert.equal(JSON.parse(text('settings.json')).timezone, 'Pacific/Chatham');
      assert.deepEqual(
        JSON.parse(text('page.json')),
        withoutSchema((await api.call('GET /page', { key: ada.key })).body.response),
      );
      assert.match(text('page.html'), /^<!doctype html>[\s\S]*Block of zanzibar[\s\S]*<\/html>\n$/);
      assert.match(text(`trash/${ada.trashedItem}.json`), /zanzibar-deleted/);
      assert.match(text('links.csv'), new RegExp(`^${ada.item},zanzibar-shop,https://zanzibar.example/,`, 'm'));
      assert.match(text('pixels.csv'), new RegExp(`^${ada.pixel},Pixel of zanzibar,quora,zanzibar-tracker,1,`, 'm'));
      assert.match(
        text(`form-entries/${ada.form}.csv`),
        new RegExp(`^${ada.entry},2026-11-15T12:00:00.123456Z,zanzibar,`, 'm'),
      );
      assert.equal(text(`uploads/${ada.upload}-zanzibar.txt`), 'All about zanzibar');
      assert.match(text('statistics/days.csv'), /^2026-11-15,,4,2,3,\d+,0\r$/m);
      assert.match(text('statistics/days.csv'), /^2026-11-15,zanzibar-shop,3,1,3,\d+,0\r$/m);
      assert.match(text('statistics/dimensions.csv'), /^,city,"zanzibar, DE",zanzibar,3,1\r$/m);
      assert.equal(text('statistics/visits.csv').match(/zanzibar, DE/g)?.length, 6);
      assert.match(text('activity.csv'), /,pixel_created,/);
      assert.match(text('plan-history.csv'), /,Pro,year,/);
      assert.match(text('keys.csv'), /,Test,read,fp_/);
      assert.match(text('statistics/shares.csv'), /,Shared by zanzibar,/);

      const all = [...files].flat().join('\n');
      assert.doesNotMatch(all, bob.mark);
      for (const secret of [ada.key, ada.readKey]) assert.ok(!all.includes(secret));
    });

    it('can be downloaded with its address only, for seven days', async () => {
      const { url, expires_at } = await state(ada);
      for (const wrong of [url.replace(/.$/, '_'), url.replace(`/${ada.id}.`, `/${bob.id}.`), `${url}x`]) {
        assert.equal((await downloaded(wrong)).statusCode, 404, wrong);
      }
      assert.equal((await state(bob)).url, null);
      const stored = await storedFiles();
      const [name] = stored.filter((one) => one.endsWith('/all-data.tgz'));
      const [digest, , file] = name!.split('/');
      assert.equal((await api.app.inject(`/uploads/${digest}/${ada.token}/${file}`)).statusCode, 404);

      const end = Date.parse(expires_at) * 1000 + 1000;
      await passTime(api, end - DAY);
      assert.equal((await downloaded(url)).statusCode, 200);
      api.clock.now = end;
      assert.equal((await downloaded(url)).statusCode, 404);
      assert.equal((await state(ada)).state, 'none');
      await api.upkeep();
      assert.deepEqual(
        (await storedFiles()).filter((one) => one.endsWith('/all-data.tgz')),
        [],
      );
    });

    it('is made once at a time, and replaced by the next one', async () => {
      const first = await start(bob);
      const second = await start(bob);
      assert.equal(second.body.response.created_at, first.body.response.created_at);
      await api.upkeep();
      const { url } = await state(bob);
      assert.equal((await downloaded(url)).statusCode, 200);

      api.clock.now += DAY;
      await start(bob);
      await api.upkeep();
      assert.equal((await downloaded(url)).statusCode, 404, 'the earlier one');
      assert.equal((await downloaded((await state(bob)).url)).statusCode, 200);
      assert.equal((await storedFiles()).filter((one) => one.endsWith('/all-data.tgz')).length, 1);
    });

    it('can be made on the command line', async () => {
      const { databaseUrl, dataDir } = api.config;
      const file = join(dataDir, 'ada.tar.gz');
      const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
      const { code, stderr } = await fingerpost(['account', 'export', 'zanzibar', file], { environment });
      assert.equal(code, 0, stderr);
      const files = await unpacked(readFileSync(file));
      assert.match(files.get('zanzibar/account.json')!, /"username": "zanzibar"/);
      assert.equal(files.get(`zanzibar/uploads/${ada.upload}-zanzibar.txt`), 'All about zanzibar');
      assert.deepEqual(
        readdirSync(dataDir).filter((name) => name.startsWith('ada.tar.gz')),
        ['ada.tar.gz'],
      );
    });

    it('is neither started nor linked for keys and shared tokens', async () => {
      await start(ada);
      await api.upkeep();
      const ready = await state(ada);
      assert.equal(ready.state, 'ready');
      const share = await api.call('POST /analytics/shares', { key: ada.key, json: { name: 'All' } });
      for (const key of [ada.key, ada.readKey, share.body.response.token]) {
        for (const request of ['GET /account/export', 'POST /account/export']) {
          const refused = await api.call(request, { key });
          assertError(refused, 403, 'forbidden');
          assert.doesNotMatch(refused.text, /\/exports?\//);
        }
      }
      assert.deepEqual(await state(ada), ready);
    });

    async function storedFiles(): Promise<string[]> {
      return (await api.files.walk()).map(({ name }) => name);
    }
  });
}

async function unpacked(archive: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const parser = new Parser();
  parser.on('entry', (entry: ReadEntry) => {
    const chunks: Buffer[] = [];
    entry.on('data', (chunk) => chunks.push(chunk));
    entry.on('end', () => files.set(entry.path, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((resolve, reject) => {
    parser.on('end', resolve).on('error', reject);
    parser.end(gunzipSync(archive));
  });
  return files;
}

function withoutSchema({ $schema: _, ...document }: Record<string, unknown>) {
  return document;
}
