// The activity log and its filters.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ActivityType } from '../../../contract/activities.ts';
import { logActivity } from '../../../server/domain/activity/activity.ts';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';

const micros = (time: string) => Date.parse(time) * 1000;

for (const engine of engines) {
  describe(`GET /activities on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
      await log('login', 'Signed in with Firefox on Linux.', '2026-12-01T22:30:00Z', '203.0.113.7');
      await log('upload_created', '"Ärger 100%_a.png" was uploaded.', '2026-12-02T10:00:00Z', '203.0.113.7');
      await log('block_created', 'The block "Ärger" was added.', '2026-12-03T10:00:00Z', '198.51.100.2');
      const bob = await api.account('bob');
      await log('login', 'Signed in with Opera on Linux.', '2026-12-02T10:00:00Z', '203.0.113.7', bob);
    });
    after(() => api.close());

    async function log(type: ActivityType, message: string, time: string, ip: string, owner = ada) {
      const actor = { ip, os: 'Linux', browser: 'Firefox', country: '', countryCode: '', language: 'en' } as const;
      const event = { type, message, subject: { kind: 'account', id: owner.id }, at: micros(time) } as const;
      await api.store.write(owner.id, (tx) => logActivity(tx, api.store.dialect, owner.id, actor, event));
    }

    async function file(path: string) {
      const headers = { accept: 'text/csv', authorization: `Bearer ${ada.key}` };
      const { payload, headers: sent } = await api.app.inject({ url: `/api/v1${path}`, headers });
      return { text: payload, headers: sent };
    }

    const types = async (query: string) =>
      (await api.call(`GET /activities?${query}`, { key: ada.key })).body.response.map(
        ({ type }: { type: string }) => type,
      );
    const all = ['block_created', 'upload_created', 'login', 'key_created', 'account_created'];

    it('filters by group, and by type within it', async () => {
      assert.deepEqual(await types(''), all);
      assert.deepEqual(await types('group=security'), ['login', 'key_created']);
      assert.deepEqual(await types('group=files'), ['upload_created']);
      assert.deepEqual(await types('group=security&type=login'), ['login']);
      assert.deepEqual(await types('group=page&type=login'), []);
      assert.deepEqual(await types('group=sharing'), []);
    });

    it('filters by the text of the message and by address', async () => {
      assert.deepEqual(await types('search=%20FIREFOX%20'), ['login']);
      assert.deepEqual(await types(`search=${encodeURIComponent('Ärger')}`), ['block_created', 'upload_created']);
      // Other letters than A to Z have to be as they are in the message, on both engines.
      assert.deepEqual(await types(`search=${encodeURIComponent('ärger')}`), []);
      assert.deepEqual(await types(`search=${encodeURIComponent('100%_A')}`), ['upload_created']);
      assert.deepEqual(await types(`search=${encodeURIComponent('1%a')}`), []);
      assert.deepEqual(await types('search='), all);
      assert.deepEqual(await types('ip=203.0.113.7'), ['upload_created', 'login']);
      assert.deepEqual(await types('ip=203.0.113'), []);
      assert.deepEqual(await types('search=a%00b'), []);
    });

    it('filters by days of a time zone', async () => {
      assert.deepEqual(await types('from=2026-12-01&to=2026-12-01'), ['login']);
      // 22:30 in UTC is 23:30 in Berlin and the next day in Athens.
      assert.deepEqual(await types('from=2026-12-01&to=2026-12-01&timezone=Europe/Berlin'), ['login']);
      assert.deepEqual(await types('from=2026-12-02&to=2026-12-02&timezone=Europe/Athens'), [
        'upload_created',
        'login',
      ]);
      assert.deepEqual(await types('from=2026-12-03'), ['block_created']);
      assert.deepEqual(await types('to=0001-01-01'), []);
      assert.deepEqual(await types('from=0001-01-01&to=9999-12-31'), all);
    });

    it('repeats the filters in the URLs of its pages', async () => {
      const { body } = await api.call('GET /activities?search=firefox&group=security', { key: ada.key });
      assert.equal(body.meta.total, 1);
      assert.equal(
        body.meta.first_page_url,
        'https://links.example/api/v1/activities?page=1&group=security&search=firefox',
      );
    });

    it('rejects filters that make no sense', async () => {
      const wrong: [query: string, field: string][] = [
        ['group=everything', 'group'],
        ['from=2026-13-01', 'from'],
        ['from=2026-12-02&to=2026-12-01', 'from'],
        ['timezone=Mars/Olympus', 'timezone'],
        [`search=${'x'.repeat(101)}`, 'search'],
        [`ip=${'1'.repeat(46)}`, 'ip'],
      ];
      for (const [query, field] of wrong) {
        const answer = await api.call(`GET /activities?${query}`, { key: ada.key });
        assertError(answer, 422, 'invalid');
        assert.deepEqual(Object.keys(answer.body.errors), [field], query);
      }
    });

    it('is one CSV file with what matches', async () => {
      const { text, headers } = await file('/activities?group=files');
      const [head, line, end] = text.split('\r\n');
      assert.equal(head, '\ufeffid,created_at,type,message,ip,os,browser');
      assert.match(
        line!,
        /^\d+,2026-12-02T10:00:00\.000000Z,upload_created,"""Ärger 100%_a\.png"" was uploaded\.",203\.0\.113\.7,Linux,Firefox$/,
      );
      assert.equal(end, '');
      assert.equal(headers['content-disposition'], 'attachment; filename="activity.csv"');
      const everything = await file('/activities');
      assert.equal(everything.text.split('\r\n').length, all.length + 2);
    });
  });
}
