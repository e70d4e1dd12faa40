// Drawings as pixels, and pixels as PNG, read back by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { circle, polygon, rectangle, ring } from '../../server/views/pictures/drawing.ts';
import { colourPng } from '../../server/views/pictures/png.ts';
import { rasterise } from '../../server/views/pictures/raster.ts';

const onWhite = { from: '#ffffff', to: '#ffffff', towards: { x: 1, y: 0 }, lights: [] };

/** How dark each pixel of a black shape on white is, in per cent. */
function darkness(path: string, width: number, height: number, place = {}): number[][] {
  const drawing = { width, height, ground: onWhite, shapes: [{ path, colour: '#000', ...place }] };
  const { data } = rasterise(drawing);
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => Math.round(100 - data[(y * width + x) * 4]! / 2.55)),
  );
}

test('a pixel is as dark as the part of it that a shape covers', () => {
  const half = 'M1.5 0.5L3.25 0.5L3.25 2L1.5 2Z';
  assert.deepEqual(darkness(half, 5, 3), [
    [0, 25, 50, 13, 0],
    [0, 50, 100, 25, 0],
    [0, 0, 0, 0, 0],
  ]);
  const wedge = polygon([
    [0, 0],
    [4, 4],
    [0, 4],
  ]);
  assert.deepEqual(darkness(wedge, 4, 4), [
    [50, 0, 0, 0],
    [100, 50, 0, 0],
    [100, 100, 50, 0],
    [100, 100, 100, 50],
  ]);
  const flat = 'M0 0L4 1L0 1Z';
  assert.deepEqual(darkness(flat, 4, 1), [[87, 62, 38, 13]]);
  assert.deepEqual(darkness(flat, 4, 1, { opacity: 0.5 }), [[44, 31, 19, 6]]);
});

test('what is turned the other way is a hole, what lies double is dark once, and what lies outside is cut off', () => {
  const sum = (path: string) =>
    darkness(path, 40, 40)
      .flat()
      .reduce((all, one) => all + one / 100, 0);
  assert.ok(Math.abs(sum(circle(20, 20, 15)) - Math.PI * 225) < 3);
  assert.ok(Math.abs(sum(ring(20, 20, 14, 2)) - Math.PI * (225 - 169)) < 3);
  assert.equal(sum(rectangle(0, 0, 20, 10, 0) + rectangle(10, 0, 20, 10, 0)), 300);
  assert.equal(sum(rectangle(-100, -100, 120, 120, 0)), 400);
  assert.equal(sum(rectangle(30, 30, 100, 100, 0)), 100);
  assert.equal(sum(rectangle(100, 100, 20, 20, 0) + rectangle(-50, -50, 20, 20, 0)), 0);
});

test('a ground runs from colour to colour, with lights in it', () => {
  const lights = [{ colour: '#00ff00', centre: { x: 0.9, y: 0.5 }, radius: 0.2 }];
  const ground = { from: '#000000', to: '#ff0000', towards: { x: 1, y: 0 }, lights };
  const { data } = rasterise({ width: 5, height: 1, ground, shapes: [] });
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((x) => [...data.subarray(x * 4, x * 4 + 3)]),
    [
      [26, 0, 0],
      [76, 0, 0],
      [128, 0, 0],
      [178, 0, 0],
      [0, 255, 0],
    ],
  );
});

test('a PNG has every pixel, and no alpha where none is needed', () => {
  const shapes = [{ path: 'M1 1L3.5 1L3.5 3L1 3Z', colour: '#336699' }];
  for (const ground of [onWhite, undefined]) {
    const pixels = rasterise({ width: 5, height: 4, shapes, ...(ground && { ground }) });
    const read = readPng(colourPng(pixels));
    assert.equal(read.parts, ground ? 3 : 4);
    assert.deepEqual([...read.pixel(1, 1)], ground ? [0x33, 0x66, 0x99] : [0x33, 0x66, 0x99, 255]);
    assert.deepEqual([...read.pixel(0, 0)], ground ? [255, 255, 255] : [0, 0, 0, 0]);
    const edge = [...read.pixel(3, 2)];
    assert.deepEqual(edge.slice(3), ground ? [] : [128]);
    assert.ok(Math.abs(edge[0]! - (ground ? 153 : 0x33)) <= 1, String(edge));
  }
});

function readPng(png: Buffer) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const parts = png[25] === 2 ? 3 : 4;
  const stride = width * parts;
  const raw = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  const data = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    assert.equal(raw[y * (stride + 1)], 4);
    for (let x = 0; x < stride; x++) {
      const [a, b] = [x < parts ? 0 : data[y * stride + x - parts]!, y === 0 ? 0 : data[(y - 1) * stride + x]!];
      const c = x < parts || y === 0 ? 0 : data[(y - 1) * stride + x - parts]!;
      const [pa, pb, pc] = [a, b, c].map((one) => Math.abs(a + b - c - one));
      const guess = pa! <= pb! && pa! <= pc! ? a : pb! <= pc! ? b : c;
      data[y * stride + x] = raw[y * (stride + 1) + 1 + x]! + guess;
    }
  }
  return {
    parts,
    pixel: (x: number, y: number) => data.subarray((y * width + x) * parts, (y * width + x + 1) * parts),
  };
}
