import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { insertActivity } from '../../../server/storage/accounts/activities.ts';
import { insertPixel } from '../../../server/storage/page/pixels.ts';
import { type Account, type Api, assertError, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { operations } from '../../support/openapi.ts';

const LISTINGS = operations
  .filter(({ path, operation }) => operation.operationId.startsWith('list') && !path.includes('{'))
  .map(({ path }) => path);
const at = { created_at: NOON, updated_at: NOON };

for (const engine of enginesOf(import.meta.url)) {
  describe(`Pagination on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    let ids: number[];

    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
      await api.store.write(ada.id, async (tx) => {
        ids = await api.store.dialect.allocateIds(tx, 23);
        for (const id of ids) {
          await insertPixel(tx, ada.id, {
            id,
            name: `Pixel ${id}`,
            status: 0,
            pixel_id: '1',
            pixel_type: 'quora',
            ...at,
          });
        }
        const logins = await api.store.dialect.allocateIds(tx, 12);
        for (const id of logins) {
          const who = { ip: '192.0.2.1', os: 'iOS', browser: 'Safari' };
          const row = { id, type: 'login', message: 'Signed in.', ...who, subject_kind: 'account', subject_id: ada.id };
          await insertActivity(tx, ada.id, { ...row, created_at: NOON + id, updated_at: NOON + id });
        }
      });
    });
    after(() => api.close());

    const list = (path: string, json?: unknown) =>
      api.call(`GET ${path}`, json === undefined ? { key: ada.key } : { key: ada.key, json });
    const idsOf = (answer: { body: { response: { id: number }[] } }) => answer.body.response.map((row) => row.id);

    it('returns ten per page, with all of meta', async () => {
      const answer = await list('/pixels');
      assert.deepEqual(idsOf(answer), ids.slice(0, 10));
      assert.deepEqual(Object.keys(answer.body), ['status', 'response', 'meta']);
      assert.deepEqual(answer.body.meta, {
        current_page: 1,
        first_page_url: 'https://links.example/api/v1/pixels?page=1',
        from: 1,
        last_page: 3,
        last_page_url: 'https://links.example/api/v1/pixels?page=3',
        next_page_url: 'https://links.example/api/v1/pixels?page=2',
        path: 'https://links.example/api/v1/pixels',
        per_page: 10,
        prev_page_url: null,
        to: 10,
        total: 23,
      });
    });

    it('has no next page after the last one', async () => {
      const answer = await list('/pixels', { page: 3 });
      assert.deepEqual(idsOf(answer), ids.slice(20));
      assert.deepEqual(
        [answer.body.meta.from, answer.body.meta.to, answer.body.meta.next_page_url, answer.body.meta.prev_page_url],
        [21, 23, null, 'https://links.example/api/v1/pixels?page=2'],
      );
    });

    it('returns every record once when page URLs are followed', async () => {
      const listed: number[] = [];
      let next: string | null = '/pixels?results_per_page=10';
      while (next) {
        const answer: Awaited<ReturnType<typeof list>> = await list(next);
        listed.push(...idsOf(answer));
        const url: string | null = answer.body.meta.next_page_url;
        next = url?.slice('https://links.example/api/v1'.length) ?? null;
      }
      assert.deepEqual(listed, ids);
      const wide = await list('/pixels?results_per_page=25');
      assert.equal(wide.body.meta.first_page_url, 'https://links.example/api/v1/pixels?page=1&results_per_page=25');
      const ofType = await list('/activities?type=login&results_per_page=25');
      assert.equal(
        ofType.body.meta.first_page_url,
        'https://links.example/api/v1/activities?page=1&results_per_page=25&type=login',
      );
    });

    it('reads parameters from the body of a GET and from the query; the body wins', async () => {
      assert.deepEqual(idsOf(await list('/pixels', { page: 2 })), ids.slice(10, 20));
      assert.deepEqual(idsOf(await list('/pixels?page=2')), ids.slice(10, 20));
      assert.deepEqual(idsOf(await list('/pixels?page=3', { page: '2' })), ids.slice(10, 20));
      const both = await list('/pixels?results_per_page=25', { page: 1 });
      assert.equal(both.body.meta.per_page, 25);
    });

    for (const size of [10, 25, 50, 100, 250]) {
      it(`accepts ${size} per page, as a number and as a string`, async () => {
        for (const path of LISTINGS) {
          assert.equal((await list(path, { results_per_page: size })).body.meta.per_page, size);
          assert.equal((await list(`${path}?results_per_page=${size}`)).body.meta.per_page, size);
        }
      });
    }

    for (const page of [4, 1000, 2 ** 53 - 1, '99999999999999999999', '9'.repeat(400), 9.3e18]) {
      it(`returns an empty page ${String(page).slice(0, 24)} past the end`, async () => {
        for (const path of LISTINGS) {
          const { status, body } = await list(path, { page });
          assert.equal(status, 200);
          assert.deepEqual([body.response, body.meta.from, body.meta.to, body.meta.next_page_url], [[], 0, 0, null]);
        }
        assert.equal((await list('/pixels', { page })).body.meta.total, 23);
      });
    }

    it('has a last page of at least one', async () => {
      const bob = await api.account('bob');
      const { body } = await api.call('GET /pixels', { key: bob.key });
      assert.deepEqual([body.response, body.meta.last_page, body.meta.total, body.meta.from], [[], 1, 0, 0]);
    });

    for (const [name, values] of [
      ['page', [0, -1, 1.5, '1.5', 'two', '', ' 1', '1e2', true, null, [2], {}, '0x10', '-0']],
      ['results_per_page', [0, 1, 11, 9, 251, 500, '10.0', 'ten', true, null, [10], {}, -10]],
    ] as [string, unknown[]][]) {
      for (const value of values) {
        it(`rejects ${name} ${JSON.stringify(value)} everywhere, and names the field`, async () => {
          for (const path of LISTINGS) {
            const answer = await list(path, { [name]: value });
            assertError(answer, 422, 'invalid');
            assert.deepEqual(Object.keys(answer.body.errors), [name]);
          }
        });
      }
    }

    it('names both fields if both are invalid, and rejects repeated query parameters', async () => {
      const answer = await list('/pixels?page=0&results_per_page=7');
      assert.deepEqual(Object.keys(answer.body.errors).sort(), ['page', 'results_per_page']);
      assertError(await list('/pixels?page=1&page=2'), 422, 'invalid');
    });

    it('filters activities by type, newest first, and counts the matches', async () => {
      const { body } = await list('/activities?type=login');
      assert.equal(body.meta.total, 12);
      assert.equal(body.meta.last_page, 2);
      assert.equal(body.meta.next_page_url, 'https://links.example/api/v1/activities?page=2&type=login');
      const times = body.response.map((row: { created_at: string }) => row.created_at);
      assert.deepEqual(times, [...times].sort().reverse());
      assert.ok(body.response.every((row: { type: string }) => row.type === 'login'));
    });

    for (const type of ['no_such_type', '\u0000', '\ud800', "' OR 1=1 --", '__proto__']) {
      it(`returns an empty list for the type ${JSON.stringify(type)}`, async () => {
        const { status, body } = await list('/activities', { type });
        assert.equal(status, 200);
        assert.deepEqual([body.response, body.meta.total, body.meta.last_page], [[], 0, 1]);
      });
    }

    it('rejects a type that is not a string or too long', async () => {
      for (const type of [5, null, ['login'], 'x'.repeat(101)]) {
        assertError(await list('/activities', { type }), 422, 'invalid');
      }
    });
  });
}
