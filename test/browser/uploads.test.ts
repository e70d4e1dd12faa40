// Uploaded pictures end to end: sent to the API, stored in a bucket, and shown on the page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { openS3 } from '../support/s3/bucket.ts';
import { call, tenantOn } from '../support/server.ts';
import { openSite } from './site.ts';

describe('An uploaded picture', () => {
  it('is loaded in the size that the window needs, wherever the page shows it', async (t) => {
    const s3 = await openS3(t);
    const site = await openSite(t, [], s3.settings);
    const { key } = await tenantOn(site.databaseUrl);

    const url = await uploaded(site.url, key, 900, 600);
    const save = async (path: string, json: object) => {
      const { status, text } = await call(site.url, `POST /api/v1${path}`, { key, json });
      assert.equal(status, 200, text);
    };
    await save('/user/profile', { avatar: url });
    await save('/user/seo', { opengraph_image: url });
    await save('/user/background', { type: 'image', settings: { image: { source: 'upload', image: url } } });
    const items = [{ thumbnail: url, link: 'https://example.com/', content: { caption: 'One', alt: 'The sea' } }];
    await save('/blocks', { block: 'links', settings: { layout: 'cards' }, items });
    await save('/blocks', { block: 'image', settings: { fit: 'contain' }, items });

    const loaded = async (width: number) => {
      const window = await site.browser.open({ width, height: 400 });
      await window.tab.goto(`${site.url}/ada`, { waitUntil: 'load' });
      const images = window.tab.locator('img');
      const shown = [];
      for (let index = 0; index < (await images.count()); index += 1) {
        const image = images.nth(index);
        await image.scrollIntoViewIfNeeded();
        const [file, isDrawn] = await image.evaluate(async (element) => {
          await element.decode();
          return [element.currentSrc.split('/').at(-1), element.naturalWidth > 0];
        });
        assert.ok(isDrawn, file);
        shown.push(file);
      }
      assert.deepEqual([window.errors, window.forbidden, window.foreign], [[], [], []]);
      const share = await window.tab.locator('meta[property="og:image"]').getAttribute('content');
      const { headers } = await call(site.url, `GET ${new URL(share!).pathname}`);
      assert.equal(headers['content-type'], 'image/jpeg');
      await window.close();
      return shown.sort();
    };
    // The background fills a window in portrait format, so it is wider than the window.
    assert.deepEqual(await loaded(390), ['192.avif', '384.avif', '768.avif', '768.avif']);
    assert.deepEqual(await loaded(1600), ['192.avif', '384.avif', '768.avif', '900x600.webp']);
  });
});

async function uploaded(address: string, key: string, width: number, height: number): Promise<string> {
  const background = { r: 40, g: 90, b: 160 };
  const content = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(content)]), 'sea.jpg');
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${address}/api/v1/uploads`, { method: 'POST', headers, body });
  const { response } = (await answer.json()) as { response: { url: string } };
  assert.equal(answer.status, 200, JSON.stringify(response));
  return response.url;
}
