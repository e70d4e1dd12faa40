import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createImageCache } from '../../../server/http/pages/image-cache.ts';

const MIB = 1024 * 1024;

function startImages() {
  const orders: PromiseWithResolvers<Buffer>[] = [];
  const images = createImageCache(16 * MIB);
  const imageOf = (key: string) =>
    images.imageOf(key, () => {
      orders.push(Promise.withResolvers());
      return orders.at(-1)!.promise;
    });
  const draw = (picture: string | Buffer) => orders.shift()!.resolve(Buffer.from(picture));
  return { images, imageOf, orders, draw };
}

test('draws an image once for concurrent requests, and again when its content changes', async () => {
  const { images, imageOf, orders, draw } = startImages();
  const together = [imageOf('Ada'), imageOf('Ada')];
  assert.equal(orders.length, 1);
  draw('one');
  const [first, second] = await Promise.all(together);
  assert.equal(String(first!.bytes), 'one');
  assert.equal(second, first);
  assert.equal(await imageOf('Ada'), first);
  const other = imageOf('Bea');
  draw('two');
  assert.notEqual((await other).etag, first!.etag);
  const { bytes, ...figures } = images.figures();
  assert.deepEqual(figures, { hits: 2, misses: 2, entries: 2 });
  assert.ok(bytes! > 6);
});

test('limits the cache in bytes', async () => {
  const { images, imageOf, draw } = startImages();
  for (let count = 0; count < 40; count++) {
    const image = imageOf(`Ada ${count}`);
    draw(Buffer.alloc(MIB));
    await image;
  }
  const { entries, bytes } = images.figures();
  assert.equal(entries, 15);
  assert.ok(bytes! <= 16 * MIB);
});

test('retries a failed image at the next request', async () => {
  const { imageOf, orders, draw } = startImages();
  const failing = imageOf('Ada');
  orders.shift()!.reject(new Error('no'));
  await assert.rejects(failing, /no/);
  const again = imageOf('Ada');
  draw('picture');
  assert.equal(String((await again).bytes), 'picture');
});
