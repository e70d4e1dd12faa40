// Concurrent edits of one page, through two services on one database if the engine allows two: each is atomic, the
// final order is one that was requested, and no edit is lost.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { insertFormEntry } from '../../../server/storage/page/form-entries.ts';
import { type Account, type Answer, type Api, NOON, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read records of every shape
type Json = any;

const BLOCKS = 8;
const words = Array.from({ length: BLOCKS }, (_, number) => `word ${number}`);

/** Any two orders differ, and so do the neighbours in them. */
function shuffled<T>(things: readonly T[], seed: number): T[] {
  const rest = [...things];
  return things.map((_, done) => rest.splice((seed * 7 + done * seed) % rest.length, 1)[0]!);
}

for (const engine of enginesOf(import.meta.url)) {
  describe(`Concurrent edits of a page on ${engine.name}`, () => {
    let services: Api[];
    let ada: Account;
    before(async () => {
      const api = await openApi(engine);
      services = [api];
      ada = await api.account('ada');
      if (engine.name === 'sqlite') return;
      const { databaseUrl } = api.config;
      services.push(await openApi({ freshDatabase: async () => ({ databaseUrl, drop: async () => {} }) }));
    });
    after(async () => {
      for (const api of services.toReversed()) await api.close();
    });

    const post = (path: string, json: Json, number = 0, headers: Record<string, string> = {}): Promise<Answer> =>
      services[number % services.length]!.call(`POST ${path}`, { key: ada.key, json, headers });
    /** On a busy machine an edit may wait for the account for too long. Then it has changed nothing. */
    const persist = async (path: string, json: Json, number: number): Promise<Answer> => {
      const answer = await post(path, json, number);
      return answer.status === 503 ? persist(path, json, number) : answer;
    };
    const read = async (path: string): Promise<Json> =>
      (await services[0]!.call(`GET ${path}`, { key: ada.key })).body.response;
    const list = (): Promise<Json[]> => read('/blocks?results_per_page=100');
    const idsOf = (records: Json[]): number[] => records.map(({ id }) => id);

    it('keep every creation', async () => {
      const items = words.map((caption) => ({ content: { caption }, link: 'https://example.com/' }));
      const made = await Promise.all(words.map((_, number) => post('/blocks', { block: 'links', items }, number)));
      for (const answer of made) assert.equal(answer.status, 200, answer.text);
      const blocks = await list();
      assert.deepEqual(
        blocks.map(({ position, items: own }) => [position, own.length]),
        words.map((_, number) => [number + 1, BLOCKS]),
      );
      const slugs = await services[0]!.store.read
        .selectFrom('link')
        .select('slug')
        .where('account_id', '=', ada.id)
        .execute();
      assert.equal(new Set(slugs.map(({ slug }) => slug)).size, BLOCKS * BLOCKS);
    });

    it('result in one of the requested orders, and keep every change', async () => {
      const blocks = await list();
      const [first] = blocks;
      const orders = Array.from({ length: 14 }, (_, seed) => shuffled(idsOf(blocks), seed + 1));
      const itemOrders = Array.from({ length: 12 }, (_, seed) => shuffled(idsOf(first.items), seed + 1));
      const requests: [string, Json][] = [
        ...orders.map((order): [string, Json] => ['/blocks/reorder', { order }]),
        ...itemOrders.map((order): [string, Json] => [`/blocks/${first.id}/items/reorder`, { order }]),
        ...blocks.map(({ id }, number): [string, Json] => [`/blocks/${id}`, { name: words[number] }]),
        ...blocks.map(({ id }, number): [string, Json] => [`/blocks/${id}`, { subheading: words[number] }]),
        ...first.items.map(({ id }: Json, number: number): [string, Json] => [
          `/blocks/${first.id}/items/${id}`,
          { content: { alt: words[number] }, link: `https://example.com/${number}` },
        ]),
      ];
      assert.equal(requests.length, 50);
      const answers = await Promise.all(
        shuffled(requests, 3).map(([path, json], number) => persist(path, json, number)),
      );
      for (const answer of answers) assert.equal(answer.status, 200, answer.text);

      const after = await list();
      assert.ok(
        orders.some((order) => String(order) === String(idsOf(after))),
        String(idsOf(after)),
      );
      assert.deepEqual(
        after.map(({ position }) => position),
        words.map((_, number) => number + 1),
      );
      for (const [number, { id }] of blocks.entries()) {
        const { name, subheading } = after.find((block) => block.id === id)!;
        assert.deepEqual([name, subheading], [words[number], words[number]]);
      }
      const { items } = await read(`/blocks/${first.id}`);
      assert.ok(
        itemOrders.some((order) => String(order) === String(idsOf(items))),
        String(idsOf(items)),
      );
      for (const [number, { id }] of first.items.entries()) {
        const { content, link } = items.find((item: Json) => item.id === id)!;
        assert.deepEqual(
          [content.caption, content.alt, link],
          [words[number], words[number], `https://example.com/${number}`],
        );
      }
    });

    it('accept one of several writes with the same If-Match, and answer 412 to the others', async () => {
      const [{ id }] = await list();
      const { etag } = (await services[0]!.call(`GET /blocks/${id}`, { key: ada.key })).headers;
      const answers = await Promise.all(
        words.map((name, number) => post(`/blocks/${id}`, { name: `${name}!` }, number, { 'if-match': etag! })),
      );
      const statuses = answers.map(({ status }) => status);
      assert.deepEqual(statuses.toSorted(), [200, ...Array(BLOCKS - 1).fill(412)]);
      assert.equal((await read(`/blocks/${id}`)).name, `${words[statuses.indexOf(200)]}!`);
    });

    it('do not deadlock when entries and their forms are deleted together', async () => {
      const [api] = services as [Api];
      const blocks = await Promise.all(words.map((_, number) => post('/blocks', { block: 'contact_form' }, number)));
      const forms = idsOf(blocks.map(({ body }) => body.response));
      const entry = { kind: 'contact_form', fields: '{}', subscriber: null, created_at: NOON } as const;
      await api.store.write(ada.id, async (tx) => {
        for (const form of forms) {
          const ids = await api.store.dialect.allocateIds(tx, 20);
          for (const id of ids) await insertFormEntry(tx, ada.id, { ...entry, id, block_id: form });
        }
      });
      const deletions = forms.flatMap((form) => [`/blocks/${form}/entries/delete`, `/blocks/${form}/delete`]);
      const answers = await Promise.all(deletions.map((path, number) => post(path, {}, number)));
      for (const { status, text } of answers) assert.ok(status === 200 || status === 404, text);
    });
  });
}
