import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { DAY } from '../../contract/time.ts';
import { blockTypes, pixelTypes } from '../../contract/vocabulary.ts';
import { type Api, NOON } from '../support/api.ts';
import { enginesOf } from '../support/engines.ts';
import { demoOn } from './demo.ts';

interface Item {
  thumbnail: string;
  link: string | null;
  content: { caption: string | null; alt?: string | null };
  position: number;
}
interface Block {
  block: string;
  position: number;
  blocks: { content: Record<string, unknown> } | null;
  items: Item[];
}

for (const engine of enginesOf(import.meta.url)) {
  describe(`The demo account on ${engine.name}`, () => {
    let api: Api;
    let key: string;
    const get = async (path: string) => {
      const { status, body } = await api.call(`GET ${path}`, { key });
      assert.equal(status, 200);
      return body.response;
    };
    const blocks = (): Promise<Block[]> => get('/blocks?results_per_page=100');

    before(async () => {
      ({ api, key } = await demoOn(engine));
    });

    it('says that it is a demonstration with invented content', async () => {
      const user = await get('/user');
      assert.equal(user.username, 'demo');
      assert.equal(user.email, 'demo@example.com');
      assert.equal(user.is_active, 1);
      assert.match(user.bio, /demonstration/);
      assert.match(user.bio, /made up/);
    });

    it('has a value for every page setting', async () => {
      const { seo, social, customize, background } = await get('/user');
      assert.notEqual(seo.page_name, '');
      assert.notEqual(seo.page_description, '');
      assert.equal(seo.block_engine, '0', 'the page is not as an owner would want it to be found');
      for (const [network, handle] of Object.entries(social)) assert.ok(handle, `${network} is empty`);
      assert.equal(customize.radius, 'pill');
      assert.equal(background.type, 'gradient');
      assert.notEqual(background.settings.gradient.color_1, background.settings.gradient.color_2);
    });

    it('has blocks of all types, in the order of the page', async () => {
      const page = await blocks();
      assert.deepEqual(new Set(page.map(({ block }) => block)), new Set(blockTypes));
      assert.deepEqual(
        page.map(({ position }) => position),
        page.map((_, index) => index + 1),
      );
      assert.equal(page[0]!.block, 'heading');
    });

    it('has items with captions, pictures with alt texts, and thumbnails that load', async () => {
      const page = await blocks();
      for (const { block, items } of page) {
        for (const { content, thumbnail } of items) {
          assert.ok(content.caption, `an item of ${block} has no caption`);
          if (block === 'image' || block === 'gallery') assert.ok(content.alt, `a picture of ${block} has no alt`);
          const picture = await api.app.inject({ url: new URL(thumbnail).pathname });
          assert.equal(picture.statusCode, 200);
        }
      }
      assert.ok(
        page.some(({ items }) => new Set(items.map((item) => item.position)).size < items.length),
        'no position repeats',
      );
    });

    it('has text from right to left, and emoji', async () => {
      const text = JSON.stringify(await blocks());
      assert.match(text, /\p{Script=Arabic}/u);
      assert.match(text, /\p{Script=Hebrew}/u);
      assert.match(text, /\p{Extended_Pictographic}/u);
    });

    it('counts down to a time in the future', async () => {
      const countdown = (await blocks()).find(({ block }) => block === 'countdown')!;
      assert.ok(Date.parse(String(countdown.blocks!.content.until)) * 1000 > NOON + 30 * DAY);
    });

    it('uses only its own URLs and reserved example domains', async () => {
      const answers = ['/user', '/blocks?results_per_page=100', '/analytics/clicks', '/pixels', '/plan-history'];
      const text = JSON.stringify(await Promise.all(answers.map(get)));
      const hosts = [...text.matchAll(/(?:[a-z]+:)?\/\/([^/"?#\\\s]+)|mailto:[^"@]*@([^"?]+)/g)].map(
        (m) => m[1] ?? m[2],
      );
      assert.deepEqual(new Set(hosts), new Set(['links.example', 'example.com', 'example.org']));
    });

    it('has a pixel of each platform, all disabled and with invented ids', async () => {
      const pixels = await get('/pixels');
      assert.deepEqual(new Set(pixels.map((pixel: { pixel_type: string }) => pixel.pixel_type)), new Set(pixelTypes));
      assert.equal(pixels.length, pixelTypes.length);
      for (const { status, pixel_id } of pixels) {
        assert.equal(status, 0);
        assert.match(pixel_id, /^0+$|demo0+$/i);
      }
    });

    it('has a plan history whose newest record is the current plan', async () => {
      const records = await get('/plan-history');
      assert.deepEqual(
        records.map((record: { plan_name: string; duration: string; price: number; ref: string }) => [
          record.plan_name,
          record.duration,
          record.price,
          record.ref,
        ]),
        [
          ['Business', 'year', 180, 'demo-0004'],
          ['Pro', 'year', 90, 'demo-0003'],
          ['Pro', 'year', 90, 'demo-0002'],
          ['Pro', 'month', 9, 'demo-0001'],
        ],
      );
      for (const record of records) {
        assert.equal(record.gateway, 'manual');
        assert.equal(record.updated_at, null);
        assert.ok(Date.parse(record.created_at) * 1000 > NOON - 730 * DAY);
      }
      const user = await get('/user');
      assert.equal(user.plan_name, 'Business');
      assert.equal(user.plan_due, 'Oct 22, 2027');
    });

    it('has a chronological activity log whose last entry says that visits are invented', async () => {
      const log = await get('/activities?results_per_page=250');
      const [newest] = log;
      assert.equal(newest.type, 'demo_created');
      assert.match(newest.message, /visits and clicks are made up/);
      const ids = log.map((entry: { id: number }) => entry.id);
      assert.deepEqual(
        ids,
        ids.toSorted((a: number, b: number) => b - a),
      );
      const types = new Set(log.map((entry: { type: string }) => entry.type));
      for (const type of [
        'login',
        'profile_updated',
        'block_created',
        'pixel_created',
        'plan_changed',
        'key_created',
      ]) {
        assert.ok(types.has(type), `nothing of type ${type}`);
      }
      const recent = log.filter(
        (entry: { created_at: string }) => Date.parse(entry.created_at) * 1000 > NOON - 42 * DAY,
      );
      assert.ok(recent.length >= 25, `only ${recent.length} in the last weeks`);

      const user = await get('/user');
      assert.equal(user.lastActivity, '2026-11-15 12:00:00');
      assert.equal(user.lastAgent, newest.os);
      const { body } = await api.call('GET /activities?type=login', { key });
      assert.ok(body.meta.total > 0);
      assert.equal(user.total_login, body.meta.total);
    });

    it('has a key with write scope', async () => {
      const form = { name: 'Another', type: 'quora', pixel_id: '0000', status: '0' };
      const created = await api.call('POST /pixels', { key, multipart: form });
      assert.equal(created.status, 200);
      assert.equal((await api.call(`POST /pixels/${created.body.response.id}/delete`, { key })).status, 200);
    });
  });
}
