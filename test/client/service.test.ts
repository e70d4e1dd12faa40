// The client and the real service, over a real socket: the demo account, whose page, plans and visits are all there.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createFingerpost, type Fingerpost, FingerpostError, type Pixel } from '../../clients/typescript/index.ts';
import { engines } from '../support/engines.ts';
import { operations } from '../support/openapi.ts';
import { type Server, startServer, suiteScope } from '../support/server.ts';
import { freshDatabase } from '../support/store.ts';

const NEW_PIXELS = 260;

for (const engine of engines) {
  describe(`The client and the service on ${engine.name}`, () => {
    const scope = suiteScope();
    let server: Server;
    let key: string;
    let fingerpost: Fingerpost;

    before(async () => {
      const databaseUrl = await freshDatabase(scope, engine);
      server = await startServer(scope, { DATABASE_URL: databaseUrl, DEMO: 'on' });
      [key = ''] = await server.wrote(/fp_\w+/);
      fingerpost = createFingerpost({ url: server.url, key });
    });

    it('agree on every read', async () => {
      const { id: user, username } = await fingerpost.user.get();
      assert.equal(username, 'demo');

      const blocks = await fingerpost.blocks.list({ results_per_page: 100 });
      assert.ok(blocks.records.length > 1);
      assert.equal(blocks.meta.total, blocks.records.length);
      assert.deepEqual(await fingerpost.blocks.get(blocks.records[0]!.id), blocks.records[0]);

      const plans = await fingerpost.planHistory.list();
      assert.equal(plans.records[0]?.user, user);

      const { links } = await fingerpost.analytics.getClicks();
      const [slug, clicks] = Object.entries(links).find(([, { visits }]) => visits > 0)!;
      assert.equal((await fingerpost.analytics.getLinkClicks(slug)).getviews.visits, clicks.visits);
      assert.ok((await fingerpost.analytics.getViews()).getviews.visits > 0);
      assert.ok(Array.isArray((await fingerpost.analytics.getLiveVisitors()).visitors));

      const { records: made } = await fingerpost.activities.list({ type: 'pixel_created' });
      assert.deepEqual(new Set(made.map(({ type }) => type)), new Set(['pixel_created']));
      assert.equal((await fingerpost.activities.list({ type: 'nothing_of_ours' })).meta.total, 0);
    });

    it('agree on every change', async () => {
      const templates = await fingerpost.pixels.getTemplates();
      assert.match(templates.quora.template, /\{pixel\}/);
      const { id, message } = await fingerpost.pixels.create({
        name: 'Shop',
        type: 'quora',
        pixel_id: 'q-1',
        status: 0,
      });
      assert.match(message, /saved/);
      const created = await fingerpost.pixels.get(id);
      assert.deepEqual(
        { name: created.name, pixel_type: created.pixel_type, pixel_id: created.pixel_id, status: created.status },
        { name: 'Shop', pixel_type: 'quora', pixel_id: 'q-1', status: 0 },
      );
      assert.equal((await fingerpost.pixels.edit(id, { name: 'Café & “shop”' })).id, id);
      assert.equal((await fingerpost.pixels.get(id)).name, 'Café & “shop”');
      assert.equal(typeof (await fingerpost.pixels.delete(id)), 'string');
      await assert.rejects(fingerpost.pixels.get(id), { name: 'FingerpostError', status: 404, code: 'not_found' });
    });

    it('walk over all pages, and each pixel comes exactly once', async () => {
      const { meta } = await fingerpost.pixels.list();
      const names = Array.from({ length: NEW_PIXELS }, (_, index) => `Pixel ${index}`);
      const created: number[] = [];
      while (names.length > 0) {
        const some = names
          .splice(0, 20)
          .map((name) => fingerpost.pixels.create({ name, type: 'twitter', pixel_id: 't' }));
        created.push(...(await Promise.all(some)).map(({ id }) => id));
      }
      const total = meta.total + NEW_PIXELS;

      const ids: number[] = [];
      for await (const pixel of fingerpost.pixels.each()) ids.push(pixel.id);
      assert.equal(ids.length, total);
      assert.equal(new Set(ids).size, total);
      assert.ok(created.every((id) => ids.includes(id)));

      for (const size of [50, 250] as const) {
        const pages: Pixel[][] = [];
        for await (const { records } of fingerpost.pixels.pages({ results_per_page: size })) pages.push(records);
        assert.equal(pages.length, Math.ceil(total / size));
        assert.ok(pages.slice(0, -1).every((records) => records.length === size));
        assert.deepEqual(
          pages.flat().map(({ id }) => id),
          ids,
        );
      }

      const rest: number[] = [];
      for await (const pixel of fingerpost.pixels.each({ page: 3, results_per_page: 100 })) rest.push(pixel.id);
      assert.deepEqual(rest, ids.slice(200));
    });

    it('ask for no page that nobody wants to see', async () => {
      let requests = 0;
      const counted: typeof fetch = (...request) => {
        requests += 1;
        return fetch(...request);
      };
      for await (const _ of createFingerpost({ url: server.url, key, fetch: counted }).pixels.each()) break;
      assert.equal(requests, 1);
    });

    it('make one pixel of a creation whose answer was lost', async () => {
      const keys: (string | null)[] = [];
      const losing: typeof fetch = async (url, init) => {
        const response = await fetch(url, init);
        keys.push(new Headers(init?.headers).get('idempotency-key'));
        if (keys.length < 3) throw new TypeError('fetch failed');
        return response;
      };
      const before = (await fingerpost.pixels.list()).meta.total;
      const unlucky = createFingerpost({ url: server.url, key, fetch: losing, sleep: async () => {} });
      const { id } = await unlucky.pixels.create({ name: 'Once', type: 'facebook', pixel_id: '1' });
      assert.equal(keys.length, 3);
      assert.equal(new Set(keys).size, 1);
      assert.equal((await fingerpost.pixels.list()).meta.total, before + 1);
      assert.equal((await fingerpost.pixels.get(id)).name, 'Once');
    });

    it('tell what is wrong in the same words', async () => {
      const error = await fingerpost.pixels
        // @ts-expect-error: the types know better, and the service does not rely on it
        .create({ name: '', type: 'myspace' })
        .catch((reason: unknown) => reason);
      assert.ok(error instanceof FingerpostError);
      assert.equal(error.status, 422);
      assert.equal(error.code, 'invalid');
      assert.deepEqual(Object.keys(error.fields).sort(), ['name', 'pixel_id', 'type']);
      assert.equal(error.message, error.fields[Object.keys(error.fields)[0]!]![0]);
      assert.match(error.requestId!, /^[0-9a-f-]{36}$/);

      const stranger = createFingerpost({ url: server.url, key: 'fp_nobody' });
      await assert.rejects(stranger.user.get(), { status: 401, code: 'unauthenticated' });
    });
  });
}

describe('The client', () => {
  it('reaches every operation of the document, and nothing else', async () => {
    const reached = new Set<string>();
    const recording: typeof fetch = async (url, init) => {
      const path = new URL(String(url)).pathname.replaceAll(/\/7(?=\/|$)/g, '/{}');
      reached.add(`${init?.method} ${path}`);
      return Response.json({ status: true, response: [], meta: { next_page_url: null } });
    };
    const fingerpost = createFingerpost({ url: 'http://client.example', key: 'fp_key', fetch: recording });
    for (const group of Object.values(fingerpost)) {
      // A number serves as every argument: as a value of the path, and as fields, a query or options that say nothing.
      for (const call of Object.values(group) as ((...values: number[]) => object)[]) {
        const result = call(7, 7, 7, 7);
        if (Symbol.asyncIterator in result) await (result as AsyncGenerator).next();
        else await result;
      }
    }
    const documented = operations.map(({ method, path }) => `${method} /api/v1${path.replaceAll(/\{\w+\}/g, '{}')}`);
    assert.deepEqual([...reached].sort(), documented.sort());
  });
});
