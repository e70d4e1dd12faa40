// The client and the app, over a real socket.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  createFingerpost,
  etagOf,
  type Fingerpost,
  FingerpostError,
  type Pixel,
} from '../../clients/typescript/index.ts';
import { openApi } from '../support/api.ts';
import { enginesOf } from '../support/engines.ts';
import { allOperations, streams } from '../support/openapi.ts';
import { launch, suiteScope } from '../support/server.ts';
import { drawn } from '../support/upload-form.ts';
import { type FullAccount, fullAccountOn } from './account.ts';

const PIXELS = 90;
const exampleScript = fileURLToPath(new URL('../../clients/typescript/example.ts', import.meta.url));

for (const engine of enginesOf(import.meta.url)) {
  describe(`The client and the service on ${engine.name}`, () => {
    const scope = suiteScope();
    let url: string;
    let ada: FullAccount;
    let fingerpost: Fingerpost;

    before(async () => {
      const api = await openApi(engine, { PUBLIC_URL: '', MAX_EVENT_LOOP_DELAY_MS: '60000' });
      scope.after(() => api.close());
      ada = await fullAccountOn(api.config.databaseUrl, PIXELS);
      url = await api.app.listen({ host: '127.0.0.1', port: 0 });
      fingerpost = createFingerpost({ url, key: ada.key });
    });

    it('iterate over all pages and list each pixel exactly once', async () => {
      const ids: number[] = [];
      for await (const pixel of fingerpost.pixels.each()) ids.push(pixel.id);
      assert.deepEqual(ids, ada.pixelIds);

      for (const [size, lengths] of [
        [25, [25, 25, 25, 15]],
        [50, [50, 40]],
      ] as const) {
        const pages: Pixel[][] = [];
        for await (const { records } of fingerpost.pixels.pages({ results_per_page: size })) pages.push(records);
        assert.deepEqual(
          pages.map(({ length }) => length),
          lengths,
        );
        assert.deepEqual(
          pages.flat().map(({ id }) => id),
          ada.pixelIds,
        );
      }

      const rest: number[] = [];
      for await (const pixel of fingerpost.pixels.each({ page: 3, results_per_page: 25 })) rest.push(pixel.id);
      assert.deepEqual(rest, ada.pixelIds.slice(50));
    });

    it('agree on every read', async () => {
      const { id: user, username, plan_name } = await fingerpost.user.get();
      assert.deepEqual({ user, username, plan_name }, { user: ada.accountId, username: 'ada', plan_name: 'Pro' });

      const { records: blocks, meta } = await fingerpost.blocks.list({ results_per_page: 25 });
      assert.equal(meta.total, 1);
      assert.deepEqual(await fingerpost.blocks.get(blocks[0]!.id), blocks[0]);
      const { records: plans } = await fingerpost.planHistory.list();
      assert.deepEqual(
        plans.map(({ price, currency, duration }) => ({ price, currency, duration })),
        [{ price: 9.5, currency: 'EUR', duration: 'year' }],
      );

      const { links } = await fingerpost.analytics.getClicks();
      assert.deepEqual(links['a shop'], { visits: 0, unique: 0, link: 'https://example.com/' });
      assert.deepEqual((await fingerpost.analytics.getLinkClicks('a shop')).getviews, { visits: 0, unique: 0 });
      assert.deepEqual((await fingerpost.analytics.getViews()).countries, {});
      assert.deepEqual((await fingerpost.analytics.getLiveVisitors()).visitors, []);

      const { records: changes } = await fingerpost.activities.list({ type: 'plan_changed' });
      assert.deepEqual(
        changes.map(({ type }) => type),
        ['plan_changed'],
      );
      assert.equal((await fingerpost.activities.list({ type: 'nothing_of_ours' })).meta.total, 0);
    });

    it('agree on every change', async () => {
      const templates = await fingerpost.pixels.getTemplates();
      assert.match(templates.quora.template, /\{pixel\}/);
      const saved = await fingerpost.pixels.create({
        name: 'Shop',
        type: 'quora',
        pixel_id: 'q-1',
        status: 0,
      });
      const { id } = saved;
      const created = await fingerpost.pixels.get(id);
      assert.deepEqual(saved, created);
      assert.deepEqual(
        { name: created.name, pixel_type: created.pixel_type, pixel_id: created.pixel_id, status: created.status },
        { name: 'Shop', pixel_type: 'quora', pixel_id: 'q-1', status: 0 },
      );
      assert.equal((await fingerpost.pixels.edit(id, { name: 'Café & “shop”' })).id, id);
      assert.equal((await fingerpost.pixels.get(id)).name, 'Café & “shop”');
      assert.equal(typeof (await fingerpost.pixels.delete(id)), 'string');
      await assert.rejects(fingerpost.pixels.get(id), { name: 'FingerpostError', status: 404, code: 'not_found' });
    });

    it('edit a page: typed blocks, items, uploads, slugs and the page document', async () => {
      const bytes = await drawn(12, 8).png().toBuffer();
      const { url, id: picture } = await fingerpost.uploads.create({ file: new Uint8Array(bytes), name: 'Arm.png' });
      const again = await fingerpost.uploads.create({ file: new File([bytes as Uint8Array<ArrayBuffer>], 'arm.png') });
      assert.equal(again.id, picture);
      assert.equal((await fingerpost.uploads.get(picture)).name, 'Arm.png');
      await fingerpost.user.editProfile({ bio: 'By a program', avatar: url });
      assert.deepEqual(
        [(await fingerpost.user.getProfile()).bio, (await fingerpost.user.getProfile()).avatar],
        ['By a program', url],
      );

      const { id } = await fingerpost.blocks.create({
        block: 'links',
        settings: { layout: 'cards' },
        items: [{ link: 'https://example.com/a', content: { caption: 'A' }, slug: 'a' }],
      });
      const second = await fingerpost.blocks.createItem(id, { link: 'https://example.com/b', slug: 'b' });
      const { items } = await fingerpost.blocks.get(id);
      await fingerpost.blocks.reorderItems(id, { order: [second.id, items[0]!.id] });
      await fingerpost.blocks.edit(id, { settings: { layout: null } });
      await fingerpost.links.edit(items[0]!.id, { slug: 'first' });
      const changed = await fingerpost.blocks.get(id);
      assert.deepEqual([changed.settings, changed.items.map((item) => item.id)], [{}, [second.id, items[0]!.id]]);
      assert.deepEqual((await fingerpost.links.get(items[0]!.id)).former_slugs, ['a']);

      const page = await fingerpost.page.get();
      const { dry_run, summary } = await fingerpost.page.import({ document: page, dry_run: true });
      assert.deepEqual([dry_run, summary], [true, { add: 0, change: 0, remove: 0, move: 0 }]);
      await fingerpost.blocks.delete(id);
    });

    it('detect concurrent edits with If-Match', async () => {
      const read = await fingerpost.user.getSocial();
      const saved = await fingerpost.user.editSocial({ youtube: 'first' }, { ifMatch: etagOf(read) });
      const late = fingerpost.user.editSocial({ youtube: 'second' }, { ifMatch: etagOf(read) });
      await assert.rejects(late, { status: 412, code: 'precondition_failed' });
      await fingerpost.user.editSocial({ twitter: 'third' }, { ifMatch: etagOf(saved) });
      const { youtube, twitter } = await fingerpost.user.getSocial();
      assert.deepEqual({ youtube, twitter }, { youtube: 'first', twitter: 'third' });

      const blocks = await fingerpost.blocks.list({ results_per_page: 100 });
      const order = blocks.records.map(({ id }) => id);
      await fingerpost.blocks.reorder({ order }, { ifMatch: etagOf(blocks) });
      await assert.rejects(fingerpost.blocks.reorder({ order }, { ifMatch: '"older"' }), { status: 412 });
    });

    it('load no page before it is needed', async () => {
      let requests = 0;
      const counted: typeof fetch = (...request) => {
        requests += 1;
        return fetch(...request);
      };
      for await (const _ of createFingerpost({ url, key: ada.key, fetch: counted }).pixels.each()) break;
      assert.equal(requests, 1);
    });

    it('create one pixel if the response of a creation is lost', async () => {
      const keys: (string | null)[] = [];
      const losing: typeof fetch = async (url, init) => {
        const response = await fetch(url, init);
        keys.push(new Headers(init?.headers).get('idempotency-key'));
        if (keys.length < 3) throw new TypeError('fetch failed');
        return response;
      };
      const before = (await fingerpost.pixels.list()).meta.total;
      const unlucky = createFingerpost({ url, key: ada.key, fetch: losing, sleep: async () => {} });
      const { id } = await unlucky.pixels.create({ name: 'Once', type: 'facebook', pixel_id: '1' });
      assert.equal(keys.length, 3);
      assert.equal(new Set(keys).size, 1);
      assert.equal((await fingerpost.pixels.list()).meta.total, before + 1);
      assert.equal((await fingerpost.pixels.get(id)).name, 'Once');
    });

    it('run the example, which lists the blocks and adds one', async (t) => {
      const before = await fingerpost.blocks.list();
      const example = launch(t, { FINGERPOST_URL: url, FINGERPOST_KEY: ada.key }, exampleScript);
      assert.deepEqual(await example.ended, { code: 0, signal: null });
      assert.equal(example.stderr(), '');
      const lines = example.stdout().trimEnd().split('\n');
      assert.equal(lines[0], 'The page of ada:');
      assert.equal(lines[1], `  ${before.records[0]!.id}  links  (no name), items: 0`);
      assert.equal(lines.length, 1 + before.meta.total + 1);
      const id = Number(/^The block was added\. Its id is (\d+)\.$/.exec(lines.at(-1)!)?.[1]);
      assert.deepEqual((await fingerpost.blocks.get(id)).items[0]!.settings, { enabled: false });
      assert.equal((await fingerpost.blocks.list()).meta.total, before.meta.total + 1);
    });

    it('report the same error messages', async () => {
      const error = await fingerpost.pixels
        // @ts-expect-error: the types forbid it, and the service checks it too
        .create({ name: '', type: 'myspace' })
        .catch((reason: unknown) => reason);
      assert.ok(error instanceof FingerpostError);
      assert.equal(error.status, 422);
      assert.equal(error.code, 'invalid');
      assert.deepEqual(Object.keys(error.fields).sort(), ['name', 'pixel_id', 'type']);
      assert.equal(error.message, error.fields[Object.keys(error.fields)[0]!]![0]);
      assert.match(error.requestId!, /^[0-9a-f-]{36}$/);

      const stranger = createFingerpost({ url, key: 'fp_nobody' });
      await assert.rejects(stranger.user.get(), { status: 401, code: 'unauthenticated' });
    });
  });
}

describe('The example', () => {
  it('reports a missing setting', async (t) => {
    const keyless = launch(t, {}, exampleScript);
    assert.deepEqual(await keyless.ended, { code: 1, signal: null });
    assert.match(keyless.stderr(), /^Set FINGERPOST_KEY to a key that .*\.\n$/);
  });
});

describe('The client', () => {
  it('covers every operation of the document, and nothing else', async () => {
    const reached = new Set<string>();
    const recording: typeof fetch = async (url, init) => {
      const path = new URL(String(url)).pathname.replaceAll(/\/7(?=\/|$)/g, '/{}');
      reached.add(`${init?.method} ${path}`);
      if (new Headers(init?.headers).get('accept') === 'text/event-stream') {
        return new Response('data: {}\n\n', { headers: { 'content-type': 'text/event-stream' } });
      }
      return Response.json({ status: true, response: [], meta: { next_page_url: null } });
    };
    const fingerpost = createFingerpost({ url: 'http://client.example', key: 'fp_key', fetch: recording });
    for (const group of Object.values(fingerpost)) {
      // A number works as every argument: as a path parameter, and as empty fields, query or options.
      for (const call of Object.values(group) as ((...values: number[]) => object)[]) {
        const result = call(7, 7, 7, 7);
        if (Symbol.asyncIterator in result) await (result as AsyncGenerator).next();
        else await result;
      }
    }
    const originals = [...allOperations, ...streams].filter(({ operation }) => operation['x-alias-of'] === undefined);
    const documented = originals.map(({ method, path }) => `${method} /api/v1${path.replaceAll(/\{\w+\}/g, '{}')}`);
    assert.deepEqual([...reached].sort(), documented.sort());
  });
});
