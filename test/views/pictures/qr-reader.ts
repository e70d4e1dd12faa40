// Decodes QR codes, versions 1 to 10 at level M, by the tables of the standard. It corrects no errors, because our codes
// are undamaged.
import assert from 'node:assert/strict';
import sharp from 'sharp';

type Modules = boolean[][];

/** By version: error correction codewords per block, then the data codewords of each block. */
const blocksAtM: Record<number, [correction: number, ...data: number[]]> = {
  1: [10, 16],
  2: [16, 28],
  3: [26, 44],
  4: [18, 32, 32],
  5: [24, 43, 43],
  6: [16, 27, 27, 27, 27],
  7: [18, 31, 31, 31, 31],
  8: [22, 38, 38, 39, 39],
  9: [22, 36, 36, 36, 37, 37],
  10: [26, 43, 43, 43, 43, 44],
};
const alignmentAt: Record<number, number[]> = {
  1: [],
  2: [6, 18],
  3: [6, 22],
  4: [6, 26],
  5: [6, 30],
  6: [6, 34],
  7: [6, 22, 38],
  8: [6, 24, 42],
  9: [6, 26, 46],
  10: [6, 28, 50],
};
const masks: ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_i, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

export function readCode(modules: Modules): string {
  const size = modules.length;
  const version = (size - 17) / 4;
  const mask = masks[formatOf(modules).mask]!;
  const [correction, ...data] = blocksAtM[version]!;

  const bits: number[] = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (!isFixed(row, column, size)) bits.push(Number(modules[row]![column] !== mask(row, column)));
      }
    }
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((word, bit) => word * 2 + bit, 0),
  );

  const blocks: number[][] = data.map(() => []);
  for (let at = 0; at < Math.max(...data); at++) {
    for (const [index, block] of blocks.entries()) if (at < data[index]!) block.push(words.shift()!);
  }
  for (let at = 0; at < correction; at++) for (const block of blocks) block.push(words.shift()!);
  for (const block of blocks) assertUndamaged(block, correction);
  return textOf(
    blocks.flatMap((block, index) => block.slice(0, data[index])),
    version,
  );
}

/** Error correction level and mask, checked by their BCH code. */
export function formatOf(modules: Modules): { level: number; mask: number } {
  const places = [0, 1, 2, 3, 4, 5, 7, 8].map((row) => [row, 8]);
  places.push(...[7, 5, 4, 3, 2, 1, 0].map((column) => [8, column]));
  const bits = places.reduce((sum, [row, column], at) => sum | (Number(modules[row!]![column!]) << at), 0) ^ 0x5412;
  let rest = bits;
  for (let at = 14; at >= 10; at--) if (rest & (1 << at)) rest ^= 0x537 << (at - 10);
  assert.equal(rest, 0, 'the format is not damaged');
  return { level: bits >> 13, mask: (bits >> 10) & 7 };
}

/** True for function patterns: finder, timing, alignment, format and version. */
function isFixed(row: number, column: number, size: number): boolean {
  const version = (size - 17) / 4;
  if (row === 6 || column === 6) return true;
  if ((row < 9 && column < 9) || (row < 9 && column >= size - 8) || (row >= size - 8 && column < 9)) return true;
  if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true;
  const centres = alignmentAt[version]!;
  const last = centres.at(-1)!;
  return centres.some((y) =>
    centres.some((x) => {
      const isCorner = (y === 6 && x === 6) || (y === 6 && x === last) || (y === last && x === 6);
      return !isCorner && Math.abs(row - y) <= 2 && Math.abs(column - x) <= 2;
    }),
  );
}

/** Reed-Solomon check: the block's polynomial is zero at as many powers of two as it has correction codewords. */
function assertUndamaged(block: number[], correction: number): void {
  let power = 1;
  for (let index = 0; index < correction; index++) {
    const value = block.reduce((sum, word) => multiply(sum, power) ^ word, 0);
    assert.equal(value, 0, 'a block is not damaged');
    power = multiply(power, 2);
  }
}

/** Multiplication in GF(256) as in the standard. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product & 0x80 ? 0x11d : 0);
    if (b & (1 << bit)) product ^= a;
  }
  return product;
}

function textOf(words: number[], version: number): string {
  const bits = words.map((word) => word.toString(2).padStart(8, '0')).join('');
  assert.equal(bits.slice(0, 4), '0100', 'bytes');
  const counted = version < 10 ? 8 : 16;
  const length = Number.parseInt(bits.slice(4, 4 + counted), 2);
  const start = 4 + counted;
  const bytes = Array.from({ length }, (_, at) => Number.parseInt(bits.slice(start + at * 8, start + at * 8 + 8), 2));
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes));
}

/** The modules of a code on white. The finder pattern is seven modules wide, which gives the module size. */
export function modulesIn(pixels: boolean[][]): { modules: Modules; quiet: number } {
  const top = pixels.findIndex((row) => row.includes(true));
  const left = pixels[top]!.indexOf(true);
  const finder = pixels[top]!.indexOf(false, left) - left;
  const scale = finder / 7;
  const right = pixels[top]!.lastIndexOf(true);
  const size = (right + 1 - left) / scale;
  assert.ok(Number.isInteger(scale) && Number.isInteger(size), `${size} modules of ${scale} pixels`);
  const at = (start: number, index: number) => start + index * scale + Math.floor(scale / 2);
  const modules = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => pixels[at(top, row)]![at(left, column)]!),
  );
  return { modules, quiet: Math.min(top, left, pixels.length - 1 - right) / scale };
}

/** The dark pixels of a PNG in black and white. */
export async function pixelsOf(png: Buffer): Promise<boolean[][]> {
  assert.equal(png[24], 1, 'one bit a pixel');
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const isDark = (x: number, y: number) => data[(y * width + x) * channels]! < 128;
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => isDark(x, y)));
}
