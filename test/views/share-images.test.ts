// How share images are kept, with a painter that paints when it is told to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShareImages } from '../../server/http/public/share-images.ts';
import type { Painter } from '../../server/views/pictures/painter.ts';

function startImages() {
  const orders: PromiseWithResolvers<Buffer>[] = [];
  const painter: Painter = {
    paint() {
      orders.push(Promise.withResolvers());
      return orders.at(-1)!.promise;
    },
    waiting: () => orders.length,
    close: async () => {},
  };
  const images = createShareImages(painter);
  const imageOf = (name: string) => images.imageOf({ accountId: 5, username: 'ada', name, bio: '' });
  const paint = (picture: string | Buffer) => orders.shift()!.resolve(Buffer.from(picture));
  return { images, imageOf, orders, paint };
}

test('an image is made once for all who ask, and anew when what is on it changes', async () => {
  const { images, imageOf, orders, paint } = startImages();
  const together = [imageOf('Ada'), imageOf('Ada')];
  assert.equal(orders.length, 1);
  paint('one');
  const [first, second] = await Promise.all(together);
  assert.equal(String(first!.png), 'one');
  assert.equal(second, first);
  assert.equal(await imageOf('Ada'), first);
  const other = imageOf('Bea');
  paint('two');
  assert.notEqual((await other).etag, first!.etag);
  const { bytes, ...figures } = images.figures();
  assert.deepEqual(figures, { hits: 2, misses: 2, entries: 2 });
  assert.ok(bytes! > 6);
});

test('what is kept stays within its bytes', async () => {
  const { images, imageOf, paint } = startImages();
  for (let count = 0; count < 40; count++) {
    const image = imageOf(`Ada ${count}`);
    paint(Buffer.alloc(1024 * 1024));
    await image;
  }
  const { entries, bytes } = images.figures();
  assert.equal(entries, 15);
  assert.ok(bytes! <= 16 * 1024 * 1024);
});

test('where too many are wanted, some are refused for now', async () => {
  const { imageOf, orders, paint } = startImages();
  const wanted = Array.from({ length: 32 }, (_, index) => imageOf(`Ada ${index}`));
  await assert.rejects(imageOf('Ada 32'), { status: 503, headers: { 'Retry-After': '1' } });
  while (orders.length > 0) paint('picture');
  assert.equal((await Promise.all(wanted)).length, 32);
  const later = imageOf('Ada 32');
  paint('picture');
  assert.equal(String((await later).png), 'picture');
});

test('a picture that could not be made is tried again by whoever asks next', async () => {
  const { imageOf, orders, paint } = startImages();
  const failing = imageOf('Ada');
  orders.shift()!.reject(new Error('no'));
  await assert.rejects(failing, /no/);
  const again = imageOf('Ada');
  paint('picture');
  assert.equal(String((await again).png), 'picture');
});
