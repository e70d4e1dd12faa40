// Settings of an account: time zone, language and notifications.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { nextSummary } from '../../../server/domain/accounts/account-settings.ts';
import { readAccountSettings } from '../../../server/storage/accounts/account-settings.ts';
import { type Account, type Api, assertError, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

const defaults = { timezone: null, language: null, notifications: { weekly_summary: false, form_entries: false } };
const micros = (date: string) => Date.parse(date) * 1000;

for (const engine of enginesOf(import.meta.url)) {
  describe(`Settings of an account on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
    });
    after(() => api.close());

    const read = async ({ key }: Account) => (await api.call('GET /account/settings', { key })).body.response;
    const send = (json: object, { key }: Account) => api.call('POST /account/settings', { key, json });
    const summaryAt = async ({ id }: Account) => (await readAccountSettings(api.store.read, id))?.summary_at;

    it('have defaults, and keep what is not sent', async () => {
      assert.deepEqual(await read(ada), defaults);
      const first = await send({ timezone: 'Europe/Berlin', notifications: { form_entries: true } }, ada);
      const after = {
        ...defaults,
        timezone: 'Europe/Berlin',
        notifications: { weekly_summary: false, form_entries: true },
      };
      assert.deepEqual(first.body.response, after, first.text);
      await send({ language: 'ar', notifications: { weekly_summary: true } }, ada);
      const all = {
        timezone: 'Europe/Berlin',
        language: 'ar',
        notifications: { weekly_summary: true, form_entries: true },
      };
      assert.deepEqual(await read(ada), all);
      assert.deepEqual((await send(await read(ada), ada)).body.response, all);
      const { body } = await api.call('GET /activities', { key: ada.key });
      assert.deepEqual(body.response.map(({ type }: { type: string }) => type).slice(0, 3), [
        'settings_updated',
        'settings_updated',
        'key_created',
      ]);
      await send(
        { timezone: null, language: null, notifications: { weekly_summary: false, form_entries: false } },
        ada,
      );
      assert.deepEqual(await read(ada), defaults);
    });

    it('reject what is not valid, and change nothing', async () => {
      const wrong: [object, string][] = [
        [{ timezone: 'Mars/Olympus', language: 'de' }, 'timezone'],
        [{ timezone: '+01:00' }, 'timezone'],
        [{ language: 'it', timezone: 'Asia/Tokyo' }, 'language'],
        [{ notifications: { weekly_summary: 'perhaps' } }, 'notifications.weekly_summary'],
        [{ notifications: { daily: true } }, 'notifications.daily'],
        [{ notifications: null }, 'notifications'],
        [{ zone: 'Asia/Tokyo' }, 'zone'],
      ];
      for (const [json, field] of wrong) {
        const answer = await send(json, ada);
        assertError(answer, 422, 'invalid');
        assert.deepEqual(Object.keys(answer.body.errors), [field], JSON.stringify(json));
      }
      assert.deepEqual(await read(ada), defaults);
      const { key } = await api.keyFor(ada, { scope: 'read' });
      assertError(await send({ language: 'de' }, { ...ada, key }), 403, 'forbidden');
    });

    it('decide when the weekly summary is sent', async () => {
      const bea = await api.account('bea');
      // It is Sunday noon, UTC.
      await send({ notifications: { weekly_summary: true } }, bea);
      assert.equal(await summaryAt(bea), micros('2026-11-16T08:00:00Z'));
      await send({ timezone: 'Pacific/Kiritimati' }, bea);
      assert.equal(await summaryAt(bea), micros('2026-11-15T18:00:00Z'));
      await send({ timezone: 'America/New_York' }, bea);
      assert.equal(await summaryAt(bea), micros('2026-11-16T13:00:00Z'));
      await send({ notifications: { weekly_summary: false } }, bea);
      assert.equal(await summaryAt(bea), null);
    });
  });
}

describe('The weekly summary', () => {
  it('is due on Mondays at 8:00, however clocks change', () => {
    const next = (zone: string | null, after: string) =>
      new Date(nextSummary(zone, micros(after)) / 1000).toISOString();
    assert.equal(next('Europe/Berlin', '2026-03-23T07:00:00Z'), '2026-03-30T06:00:00.000Z');
    assert.equal(next('Europe/Berlin', '2026-10-19T06:00:00Z'), '2026-10-26T07:00:00.000Z');
    assert.equal(next(null, '2026-11-16T07:59:59Z'), '2026-11-16T08:00:00.000Z');
    assert.equal(next('Asia/Kathmandu', '2026-11-16T02:15:00Z'), '2026-11-23T02:15:00.000Z');
    assert.equal(next('No/Such', '2026-11-16T08:00:00Z'), '2026-11-23T08:00:00.000Z');
  });
});
