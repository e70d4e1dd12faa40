// The pixels of the image for link previews, on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { type Account, type Api, openApi } from '../support/api.ts';
import { enginesOf } from '../support/engines.ts';
import { drawn, uploadCalls } from '../support/upload-form.ts';
import { untilItDraws } from '../views/pictures/drawing-process.ts';

const AVATAR = { x: 220, y: 315 };
const MIRRORED_AVATAR = { x: 980, y: 315 };
/** Beside the circle, but inside of its square. */
const BESIDE_AVATAR = { x: 92, y: 187 };
const CORNER = { x: 10, y: 620 };

for (const engine of enginesOf(import.meta.url)) {
  describe(`The share image of a page on ${engine.name}`, () => {
    let api: Api;
    let ada: Account;
    before(async () => {
      api = await openApi(engine);
      ada = await api.account('ada');
      await untilItDraws();
    });
    after(() => api.close());
    const { posted } = uploadCalls(() => api);

    async function change(section: string, json: object): Promise<void> {
      const { status, text } = await api.call(`POST /user/${section}`, { key: ada.key, json });
      assert.equal(status, 200, text);
    }

    async function picture(colour: string): Promise<string> {
      return (await posted(ada, ['file', await drawn(300, 200, colour).png().toBuffer(), 'a.png'])).url;
    }

    async function image() {
      const { response } = (await api.call('GET /user', { key: ada.key })).body;
      const answer = await api.app.inject(new URL(response.seo.opengraph_image).pathname);
      assert.equal(answer.statusCode, 200);
      const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true });
      assert.deepEqual([info.width, info.height, info.channels], [1200, 630, 3]);
      const at = ({ x, y }: { x: number; y: number }) => [...data.subarray(3 * (y * 1200 + x)).subarray(0, 3)];
      return { at, etag: answer.headers.etag, bytes: answer.rawPayload.length };
    }

    it('has the avatar in a circle, on the background of the theme, and changes with both', async () => {
      await change('profile', { name: 'Ada Fenwick', bio: 'I mend old road signs.', avatar: await picture('#e01020') });
      await change('customize', { theme: 'poster' });
      const blue = await image();
      assertNear(blue.at(AVATAR), [0xe0, 0x10, 0x20]);
      assertNear(blue.at(CORNER), [0x2b, 0x3c, 0xff]);
      assert.ok(blue.at(BESIDE_AVATAR)[0]! < 0x40, 'the avatar is round');
      assert.ok(blue.bytes < 100_000, `${blue.bytes} bytes`);

      await change('customize', { theme: 'bulletin' });
      const yellow = await image();
      assertNear(yellow.at(CORNER), [0xff, 0xd8, 0x4d]);
      assert.notEqual(yellow.etag, blue.etag);

      await change('profile', { avatar: await picture('#10a040') });
      const green = await image();
      assertNear(green.at(AVATAR), [0x10, 0xa0, 0x40]);
      assert.notEqual(green.etag, yellow.etag);
      assert.equal((await image()).etag, green.etag);
    });

    it('has the colours of the background, and an uploaded picture under a layer of colour', async () => {
      await change('customize', { theme: 'signpost' });
      await change('background', { type: 'solid', settings: { solid: { color: '#0b3d2e' } } });
      assertNear((await image()).at(CORNER), [0x0b, 0x3d, 0x2e]);
      await change('background', { type: 'image', settings: { image: { image: await picture('#000000') } } });
      // 60 % of #f5f1e8.
      assertNear((await image()).at(CORNER), [147, 145, 139]);
      const external = { source: 'external', external_url: 'https://chosen.example/a.jpg' };
      await change('background', { type: 'image', settings: { image: external } });
      assertNear((await image()).at(CORNER), [0xf5, 0xf1, 0xe8]);
      await change('background', { type: null });
    });

    it('runs from right to left if the page does', async () => {
      await change('profile', { avatar: await picture('#e01020') });
      await change('options', { language: 'ar' });
      const { at } = await image();
      assertNear(at(MIRRORED_AVATAR), [0xe0, 0x10, 0x20]);
      assert.notDeepEqual(at(AVATAR), at(MIRRORED_AVATAR));
      await change('options', { language: null });
    });

    it('has the generated avatar if there is none', async () => {
      await change('profile', { avatar: null });
      const [red, green, blue] = (await image()).at({ x: 220, y: 200 });
      assert.ok(red !== 0xf5 || green !== 0xf1 || blue !== 0xe8);
    });
  });
}

function assertNear(found: readonly number[], expected: readonly number[]): void {
  const isNear = found.every((value, index) => Math.abs(value - expected[index]!) <= 6);
  assert.ok(isNear, `${found} instead of ${expected}`);
}
