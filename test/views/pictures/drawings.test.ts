// Our drawings rendered to pixels, checked by decoding them with sharp.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { drawPng, drawShareImage } from '../../../server/pictures/index.ts';
import { cardOf } from './cards.ts';
import { untilItDraws } from './drawing-process.ts';

test('renders a share image as a JPEG of 1200 by 630, with dark text on the light background of the theme', async () => {
  await untilItDraws();
  const jpeg = await drawShareImage(cardOf());
  const image = sharp(jpeg);
  const { format, width, height } = await image.metadata();
  assert.deepEqual([format, width, height], ['jpeg', 1200, 630]);
  assert.ok(jpeg.length > 15_000 && jpeg.length < 100_000, `${jpeg.length} bytes`);
  const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true });
  const share = (most: number) => data.filter((grey) => grey <= most).length / (info.width * info.height);
  assert.ok(share(60) > 0.01 && share(60) < 0.2, `${share(60)} of it is dark`);
  assert.ok(share(220) < 0.3, 'most of it is light');
});

test('renders every pixel, transparent without a drawing', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"><path fill="#336699" d="M1 0h1v2h-1z"/></svg>';
  const { data, info } = await sharp(await drawPng(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [3, 2]);
  const [nothing, filled] = [
    [0, 0, 0, 0],
    [0x33, 0x66, 0x99, 255],
  ];
  assert.deepEqual([...data], [...nothing!, ...filled!, ...nothing!, ...nothing!, ...filled!, ...nothing!]);
});

test('rejects drawings while too many wait', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
  const all = await Promise.allSettled(Array.from({ length: 40 }, () => drawPng(svg)));
  const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  assert.equal(refused.length, 8);
  for (const { status, headers } of refused) assert.deepEqual([status, headers['Retry-After']], [503, '1']);
  assert.ok(await drawPng(svg));
});
