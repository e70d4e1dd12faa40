import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { ApiError } from '../../contract/errors.ts';
import { drawUpload } from '../../server/pictures/index.ts';
import { makePicture } from '../../server/pictures/uploads.ts';
import { drawn, moving } from '../support/upload-form.ts';

describe('an uploaded picture', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-images-'));
  after(() => rmSync(folder, { recursive: true }));

  const made = (content: Buffer) => {
    const path = join(folder, 'picture');
    writeFileSync(path, content);
    return makePicture(path);
  };
  const named = async (content: Buffer) => (await made(content)).files.map(({ file }) => file);
  const refused = (content: Buffer, sentence: RegExp) =>
    assert.rejects(made(content), (error: ApiError) => {
      assert.equal(error.code, 'invalid');
      assert.deepEqual(Object.keys(error.errors!), ['file']);
      assert.match(error.message, sentence);
      return true;
    });

  it('is stored in every smaller size, and each file matches its name', async () => {
    const { width, height, files } = await made(await drawn(1000, 500).png().toBuffer());
    assert.deepEqual([width, height], [1000, 500]);
    const shapes = await Promise.all(
      files.map(async ({ file, content }) => {
        const { format, width: wide, height: high } = await sharp(content).metadata();
        return `${file}: ${format} ${wide}x${high}`;
      }),
    );
    assert.deepEqual(shapes, [
      '1000x500.webp: webp 1000x500',
      '96.webp: webp 96x48',
      '96.avif: heif 96x48',
      '192.webp: webp 192x96',
      '192.avif: heif 192x96',
      '384.webp: webp 384x192',
      '384.avif: heif 384x192',
      '768.webp: webp 768x384',
      '768.avif: heif 768x384',
      'share.jpg: jpeg 1000x500',
    ]);
  });

  it('may be JPEG, PNG, WebP, AVIF or GIF, from one pixel to larger than a screen', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
      assert.deepEqual(
        await named(await drawn(20, 10).toFormat(format).toBuffer()),
        ['20x10.webp', 'share.jpg'],
        format,
      );
    }
    assert.deepEqual(await named(await drawn(1, 1).png().toBuffer()), ['1x1.webp', 'share.jpg']);
    const [wide] = await named(await drawn(3000, 30).png().toBuffer());
    assert.equal(wide, '2560x26.webp');
    const [high] = await named(await drawn(30, 9000).png().toBuffer());
    assert.equal(high, '27x8192.webp');
  });

  it('is rotated upright and stripped of metadata', async () => {
    const photo = await drawn(300, 200)
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Make: 'Acme' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
      })
      .jpeg()
      .toBuffer();
    const before = await sharp(photo).metadata();
    assert.equal(before.orientation, 6);
    assert.ok(before.exif?.includes('Acme'));
    const { width, height, files } = await made(photo);
    assert.deepEqual([width, height], [200, 300]);
    for (const { file, content } of files) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(content).metadata();
      assert.deepEqual([exif, xmp, iptc, icc, orientation], Array(5).fill(undefined), file);
      assert.doesNotMatch(content.toString('latin1'), /Acme|GPS/);
    }
  });

  it('loses data appended to the file', async () => {
    const hidden = Buffer.from('<html><script>alert(1)</script></html>PK-ZIP');
    const { files } = await made(Buffer.concat([await drawn(200, 100).jpeg().toBuffer(), hidden]));
    for (const { content } of files) assert.doesNotMatch(content.toString('latin1'), /script|PK-ZIP/);
  });

  it('stays animated as WebP, up to 60 frames', async () => {
    for (const format of ['gif', 'webp'] as const) {
      const { files } = await made(await moving(60, format));
      assert.deepEqual(
        files.map(({ file }) => file),
        ['120x8-moving.webp', '96.webp'],
      );
      assert.deepEqual(
        await Promise.all(files.map(async ({ content }) => (await sharp(content).metadata()).pages)),
        [60, 60],
      );
      await refused(await moving(61, format), /at most 60 frames; this one has 61/);
    }
  });

  it('is rejected before decoding if its dimensions are too large, however small the file', async () => {
    await refused(blankPng(14_000, 14_000), /at most 40 million pixels/);
    await refused(blankPng(1, 39_000_000), /at most 30000 pixels on a side/);
  });

  it('is rejected if it is corrupt, truncated or another type', async () => {
    const photo = await drawn(600, 400).jpeg().toBuffer();
    const whole = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: '#888888',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
      .png()
      .toBuffer();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    const others: [string, Buffer][] = [
      ['a JPEG cut off', photo.subarray(0, photo.length / 2)],
      ['a PNG cut off', whole.subarray(0, whole.length / 2)],
      ['a PNG with fewer rows than it says', blankPng(600, 600, 10)],
      ['only a header', Buffer.from('GIF89a=1;alert(1)')],
      ['SVG', Buffer.from(svg)],
      ['TIFF', await drawn(20, 10).tiff().toBuffer()],
      ['PDF', Buffer.from('%PDF-1.4\n%%EOF')],
      ['text', Buffer.from('hello')],
      ['nothing', Buffer.alloc(0)],
    ];
    for (const [what, content] of others) {
      await refused(content, /^The file is not a picture that can be read: .* not JPEG, PNG, WebP, AVIF or GIF\.$/);
      assert.ok(what);
    }
  });

  it('waits in a queue, and is rejected if the queue is full', async () => {
    const path = join(folder, 'waiting');
    writeFileSync(path, await drawn(20, 10).png().toBuffer());
    const all = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => drawUpload(index % 6, path)));
    const rejected = all.filter((one) => one.status === 'rejected');
    assert.equal(rejected.length, 4);
    for (const { reason } of rejected) assert.equal((reason as ApiError).code, 'unavailable');
    const { files } = await drawUpload(1, path);
    assert.deepEqual(
      files.map(({ file, content }) => [file, Buffer.isBuffer(content)]),
      [
        ['20x10.webp', true],
        ['share.jpg', true],
      ],
    );
    await assert.rejects(drawUpload(1, join(folder, 'nowhere')), { code: 'invalid' });
  });
});

/** All black: many pixels in very few bytes. */
function blankPng(width: number, height: number, rows = height): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rowBytes = Math.ceil(width / 8) + 1;
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(rowBytes * rows))), chunk('IEND')];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
}

function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([ends.subarray(0, 4), content, ends.subarray(4)]);
}
