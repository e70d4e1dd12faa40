// Every operation of the OpenAPI document, called with ids of another account: the response is the same as for an
// unknown id, and nothing of the other account is revealed or changed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { tableKinds } from '../../../server/storage/table-kinds.ts';
import { type Belongings, belongings, type MarkedAccount, markedAccount } from '../../fuzz/marked-account.ts';
import { type Answer, type Api, assertError, openApi } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';
import {
  askFor,
  fileFrom,
  jsonFor,
  nobody,
  type OperationInput,
  operationInputs,
  requestOf,
  type Target,
} from '../../support/every-operation.ts';
import { operations, readsOfReference } from '../../support/openapi.ts';
import { drawn, formType, upload } from '../../support/upload-form.ts';

for (const engine of engines) {
  describe(`Data of another account on ${engine.name}`, () => {
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

    it('has rows of every kind', () => {
      for (const table of tableKinds.owned) assert.notEqual(owned[table]?.length, 0, `the owner has no ${table}`);
    });

    it('is requested from every documented operation', () => {
      const documented = operations
        .filter(({ operation }) => operation['x-alias-of'] === undefined)
        .map(({ operation }) => operation.operationId);
      assert.deepEqual(documented.sort(), Object.keys(operationInputs).sort());
    });

    for (const { method, path, operation } of operations) {
      const ask: OperationInput = askFor(operation);
      const request = (of: Target) => requestOf(method, path, ask, of);
      // The owner's response is in the cache now. Others must not get it.
      before(async () => {
        if (method === 'GET') assert.equal((await api.call(request(owner), { key: owner.key })).status, 200);
      });

      if (path.includes('{')) {
        it(`is not found by ${method} ${path}, like an unknown id`, async () => {
          for (const json of [await jsonFor(api, ask, owner), { name: 7, page: -1, last_id: 'x', order: 7 }]) {
            const options = json ? { key: other.key, json } : { key: other.key };
            const foreign = await api.call(request(owner), options);
            const unknown = await api.call(request(nobody), options);
            assertError(foreign, 404, 'not_found');
            assert.equal(foreign.text, unknown.text);
            assert.deepEqual(Object.keys(foreign.headers), Object.keys(unknown.headers));
            assertNothingTold(foreign);
          }
        });
      } else {
        it(`is not revealed by ${method} ${path}`, async () => {
          const named = { user: owner.id, account_id: owner.id, id: owner.pixel, block_id: owner.block };
          const query = Object.entries({ ...named, slug: owner.slug });
          const key = other.key;
          const isOwners = operation.operationId === 'createPixel';
          const isRead = method === 'GET';
          const refusesUnknown = !isOwners && !(isRead && readsOfReference.includes(path));
          const headers = { 'idempotency-key': isOwners ? owner.idempotencyKey : operation.operationId };
          const json = await jsonFor(api, ask, other);
          const ways: [added: object, more: Record<string, string>, question: string][] = [
            [{}, {}, ''],
            [named, {}, ''],
            [{}, headers, ''],
            [{}, {}, `?${query.map((pair) => pair.join('=')).join('&')}`],
          ];
          for (const [added, more, question] of ways) {
            const withFields = json || Object.keys({ ...added, ...more }).length > 0;
            const plain = { key, headers: more, ...(withFields && { json: { ...json, ...added } }) };
            const options = ask.sendsFile
              ? { ...fileFrom(key, { ...added }), headers: { ...formType, ...more } }
              : plain;
            const answer = await api.call(request(owner) + question, options);
            const hasUnknown = added === named || (isRead && question !== '');
            assert.equal(answer.status, refusesUnknown && hasUnknown ? 422 : 200, answer.text);
            assertNothingTold(answer);
          }
        });
      }
    }

    it('is unchanged afterwards', assertNothingChanged);
  });

  describe(`Ids of another account in a request body, on ${engine.name}`, () => {
    let api: Api;
    let owner: MarkedAccount;
    let other: MarkedAccount;
    let owned: Belongings;
    /** The URL of a picture of the owner, and of one that does not exist. */
    let picture: string;
    let noPicture: string;
    let digest: string;

    before(async () => {
      api = await openApi(engine);
      other = await markedAccount(api, 'marigold', 70_000_000);
      owner = await markedAccount(api, 'heliotrope', 80_000_000);
      const image = await drawn(8, 8).png().toBuffer();
      const { body, text } = await api.call('POST /uploads', upload(owner.key, ['file', image, 'heliotrope.png']));
      picture = body.response?.url ?? assert.fail(text);
      [, digest = ''] = /([0-9a-f]{64})/.exec(picture)!;
      noPicture = picture.replace(digest, digest.replaceAll(/./g, 'a'));
      owned = await belongings(api.store, owner.id);
    });
    after(() => api.close());

    async function assertRejected(request: string, bodies: [foreign: object, unknown: object]) {
      const [foreign, unknown] = await Promise.all(
        bodies.map(async (json) => {
          const answer = await api.call(request, { key: other.key, json });
          assertError(answer, 422, 'invalid');
          const sent = JSON.stringify(json).match(/\d{8}|[0-9a-f]{64}/g) ?? [];
          return sent.reduce(
            (text, id) => text.replaceAll(id, 'the id').replaceAll(id.slice(0, 12), 'the id'),
            answer.text,
          );
        }),
      );
      assert.equal(foreign, unknown);
      assert.doesNotMatch(foreign!, owner.mark);
      assert.deepEqual(await belongings(api.store, owner.id), owned);
    }

    it('cannot move items into another account’s block, or reorder them', async () => {
      const own = await belongings(api.store, other.id);
      const { block, item } = other;
      await assertRejected(`POST /blocks/${block}/items/${item}`, [
        { block_id: owner.block },
        { block_id: nobody.block },
      ]);
      const items = (of: Target) => ({ order: [of.item] });
      await assertRejected(`POST /blocks/${block}/items/reorder`, [items(owner), items(nobody)]);
      const blocks = (of: Target) => ({ order: [block, other.form, of.block] });
      await assertRejected('POST /blocks/reorder', [blocks(owner), blocks(nobody)]);
      assert.deepEqual(await belongings(api.store, other.id), own);
    });

    it('cannot use another account’s uploads', async () => {
      const own = await belongings(api.store, other.id);
      const image = (address: string) => ({ settings: { image: { source: 'upload', image: address } } });
      const gallery = (address: string) => ({ block: 'gallery', items: [{ thumbnail: address }] });
      const reference = (address: string) => address.replace(/.*\/uploads\/([0-9a-f]{64})\/[^/]+\//, 'upload:$1/');
      const profile = (address: string) => ({ document: { version: 1, profile: { avatar: reference(address) } } });
      for (const [request, body] of [
        ['POST /user/profile', (avatar: string) => ({ avatar })],
        ['POST /user/seo', (opengraph_image: string) => ({ opengraph_image })],
        ['POST /user/background', image],
        ['POST /blocks', gallery],
        [`POST /blocks/${other.block}/items/${other.item}`, (thumbnail: string) => ({ thumbnail })],
        ['POST /page/import', profile],
        ['POST /page/import', (address: string) => ({ ...profile(address), dry_run: true })],
      ] as const) {
        await assertRejected(request, [body(picture), body(noPicture)]);
      }
      assert.deepEqual(await belongings(api.store, other.id), own);
    });
  });
}

// Without this, a request that always fails would pass as one that is rejected.
describe('An account’s own data', () => {
  let api: Api;
  let reader: MarkedAccount;
  let writer: MarkedAccount;
  before(async () => {
    api = await openApi(engines[0]!);
    reader = await markedAccount(api, 'heliotrope', 70_000_000);
    writer = await markedAccount(api, 'marigold', 80_000_000);
  });
  after(() => api.close());

  for (const { method, path, operation } of operations) {
    const ask: OperationInput = askFor(operation);
    it(`is returned by ${method} ${path}`, async () => {
      const { operationId } = operation;
      const lasting = method === 'GET' ? reader : writer;
      const own = /^(delete|restorePage)/.test(operationId)
        ? await markedAccount(api, `gone${nextRange()}`, range)
        : lasting;
      const json = await jsonFor(api, ask, own);
      const options = ask.sendsFile ? fileFrom(own.key) : json ? { key: own.key, json } : { key: own.key };
      const changes = method === 'POST' || method === 'DELETE';
      const before = changes && (await belongings(api.store, own.id));
      const answer = await api.call(requestOf(method, path, ask, own), options);
      assert.equal(answer.status, 200, answer.text);
      if (ask.showsMark) assert.match(answer.text, own.mark);
      const after = changes && (await belongings(api.store, own.id));
      if (ask.reads) assert.deepEqual(after, before);
      else if (changes) assert.notDeepEqual(after, before);
    });
  }
});

let range = 100_000_000;
function nextRange(): number {
  range += 1_000_000;
  return range;
}
