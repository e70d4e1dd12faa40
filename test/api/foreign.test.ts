// Every operation of the OpenAPI document, asked by one account for what is another's: what is not there and what is
// somebody else's are the same to it, and nothing of the other is told or changed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { tableKinds } from '../../server/storage/tables.ts';
import { type Belongings, belongings, type MarkedAccount, markedAccount } from '../fuzz/marked-account.ts';
import { type Answer, type Api, assertError, openApi } from '../support/api.ts';
import { engines } from '../support/engines.ts';
import { operations } from '../support/openapi.ts';

type Target = Pick<MarkedAccount, 'id' | 'block' | 'entry' | 'pixel' | 'slug' | 'idempotencyKey'>;
interface Ask {
  /** What the path names, if anything. */
  path?: (of: Target) => Record<string, string | number>;
  json?: Record<string, unknown>;
  /** The answer to the owner bears the owner's mark. */
  tells?: boolean;
}

const pixel = { json: { name: 'Taken over', type: 'twitter', pixel_id: '1', status: 0 } };
const ofPixel = ({ pixel: id }: Target) => ({ id });

/** How each operation is asked for. One that is new fails the test until it is told here. */
const asks: Record<string, Ask> = {
  getUser: { tells: true },
  listBlocks: { tells: true },
  getBlock: { path: ({ block }) => ({ block_id: block }), tells: true },
  listBlockEntries: { path: ({ block }) => ({ block_id: block }), tells: true },
  deleteBlockEntry: { path: ({ block, entry }) => ({ block_id: block, entry_id: entry }) },
  listPlanHistory: { tells: true },
  getLiveVisitors: { tells: true },
  getClicks: { tells: true },
  getLinkClicks: { path: ({ slug }) => ({ slug }), tells: true },
  getViews: { tells: true },
  listPixels: { tells: true },
  createPixel: pixel,
  getPixelTemplates: {},
  getPixel: { path: ofPixel, tells: true },
  editPixel: { path: ofPixel, ...pixel },
  deletePixel: { path: ofPixel },
  listActivities: { tells: true },
};

const nobody: Target = {
  id: 99_999_991,
  block: 99_999_992,
  entry: 99_999_994,
  pixel: 99_999_993,
  slug: 'nobody-has',
  idempotencyKey: 'x',
};

for (const engine of engines) {
  describe(`What is another account’s on ${engine.name}`, () => {
    let api: Api;
    let owner: MarkedAccount;
    let other: MarkedAccount;
    let owned: Belongings;

    before(async () => {
      api = await openApi(engine);
      other = await markedAccount(api, 'marigold', 70_000_000);
      owner = await markedAccount(api, 'heliotrope', 80_000_000);
      owned = await belongings(api.store, owner.id);
    });
    after(() => api.close());

    const assertNothingTold = ({ text, headers }: Answer) =>
      assert.doesNotMatch(text + JSON.stringify(headers), owner.mark);
    const assertNothingChanged = async () => assert.deepEqual(await belongings(api.store, owner.id), owned);

    it('is there to be told and changed: rows of every kind', () => {
      for (const table of tableKinds.owned) assert.notEqual(owned[table]?.length, 0, `the owner has no ${table}`);
    });

    it('is asked for by every operation that is documented', () => {
      const documented = operations.map(({ operation }) => operation.operationId);
      assert.deepEqual(documented.sort(), Object.keys(asks).sort());
    });

    for (const { method, path, operation } of operations) {
      const ask: Ask = asks[operation.operationId] ?? {};
      const request = (of: Target) => requestOf(method, path, ask, of);
      // What the owner was told a moment ago is at hand, and is still nobody else's.
      before(async () => {
        if (method === 'GET') assert.equal((await api.call(request(owner), { key: owner.key })).status, 200);
      });

      if (path.includes('{')) {
        it(`is not found by ${method} ${path}, as if it were not there at all`, async () => {
          for (const json of [ask.json, {}, { name: 7, page: -1 }]) {
            const options = json ? { key: other.key, json } : { key: other.key };
            const foreign = await api.call(request(owner), options);
            const unknown = await api.call(request(nobody), options);
            assertError(foreign, 404, 'not_found');
            assert.equal(foreign.text, unknown.text);
            assert.deepEqual(Object.keys(foreign.headers), Object.keys(unknown.headers));
            assertNothingTold(foreign);
          }
          await assertNothingChanged();
        });
      } else {
        it(`is not told by ${method} ${path}, however it is named`, async () => {
          const named = { user: owner.id, account_id: owner.id, id: owner.pixel, block_id: owner.block };
          const query = Object.entries({ ...named, slug: owner.slug, username: owner.username });
          const key = other.key;
          const headers = { 'idempotency-key': owner.idempotencyKey };
          for (const options of [
            ask.json ? { key, json: ask.json } : { key },
            { key, json: { ...ask.json, ...named } },
            { key, json: { ...ask.json }, headers },
          ]) {
            for (const question of ['', `?${query.map((pair) => pair.join('=')).join('&')}`]) {
              const answer = await api.call(request(owner) + question, options);
              assert.equal(answer.status, 200, answer.text);
              assertNothingTold(answer);
            }
          }
          await assertNothingChanged();
        });
      }
    }
  });

  // Without this, a request that could not work for anybody would pass for one that is refused.
  describe(`What is an account’s own on ${engine.name}`, () => {
    let api: Api;
    let reader: MarkedAccount;
    before(async () => {
      api = await openApi(engine);
      reader = await markedAccount(api, 'heliotrope', 70_000_000);
    });
    after(() => api.close());

    for (const { method, path, operation } of operations) {
      const ask: Ask = asks[operation.operationId] ?? {};
      it(`is given by ${method} ${path}`, async () => {
        const mark = operation.operationId.toLowerCase();
        const own = method === 'GET' ? reader : await markedAccount(api, mark, nextRange());
        const options = ask.json ? { key: own.key, json: ask.json } : { key: own.key };
        const before = await belongings(api.store, own.id);
        const answer = await api.call(requestOf(method, path, ask, own), options);
        assert.equal(answer.status, 200, answer.text);
        if (ask.tells) assert.match(answer.text, own.mark);
        if (method === 'POST') assert.notDeepEqual(await belongings(api.store, own.id), before);
      });
    }
  });
}

function requestOf(method: string, path: string, ask: Ask, of: Target): string {
  const values: Record<string, string | number> = ask.path?.(of) ?? {};
  const filled = path.replace(/\{([a-z_]+)\}/g, (_, name: string) => String(values[name]));
  assert.doesNotMatch(filled, /undefined/, `${method} ${path} has a parameter that nobody knows a value for`);
  return `${method} ${filled}`;
}

let range = 100_000_000;
function nextRange(): number {
  range += 1_000_000;
  return range;
}
