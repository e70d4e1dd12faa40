// PNG files, written for what we draw: black squares at one bit a pixel, and pictures in colour.

import { promisify } from 'node:util';
import { crc32, deflate, deflateSync } from 'node:zlib';
import type { Pixels } from './raster.ts';

const compress = promisify(deflate);
const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const GREY = 0;
const COLOUR = 2;
const COLOUR_AND_ALPHA = 6;
const DIFFERENCE_TO_ABOVE = 2;
const DIFFERENCE_TO_NEAREST = 4;

export interface Placing {
  /** Of the whole picture, in pixels. */
  size: number;
  /** Of one square. */
  scale: number;
  margin: number;
}

export async function squaresPng(
  squares: readonly (readonly boolean[])[],
  { size, scale, margin }: Placing,
): Promise<Buffer> {
  const stride = 1 + Math.ceil(size / 8);
  const rows = Buffer.alloc(stride * size);
  const squareAt = (pixel: number) => Math.floor((pixel - margin) / scale);
  for (let y = 0; y < size; y++) {
    const row = rows.subarray(y * stride, (y + 1) * stride);
    if (y > 0 && squareAt(y) === squareAt(y - 1)) {
      row[0] = DIFFERENCE_TO_ABOVE;
      continue;
    }
    const line = squares[squareAt(y)] ?? [];
    for (let x = 0; x < size; x++) {
      if (!line[squareAt(x)]) row[1 + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  return file({ width: size, height: size, bitDepth: 1, colourType: GREY }, await compress(rows, { level: 9 }));
}

/** Without alpha where nothing shines through: that is a quarter less. */
export function colourPng({ width, height, data }: Pixels): Buffer {
  const isOpaque = !hasAlpha(data);
  const parts = isOpaque ? 3 : 4;
  const stride = width * parts;
  let above = new Uint8Array(stride);
  const rows = Buffer.alloc((1 + stride) * height);
  for (let y = 0; y < height; y++) {
    const row = isOpaque ? opaqueRow(data, y, width) : alphaRow(data, y, width);
    const start = y * (1 + stride) + 1;
    rows[start - 1] = DIFFERENCE_TO_NEAREST;
    for (let at = 0; at < stride; at++) {
      const guess = at < parts ? above[at]! : nearest(row[at - parts]!, above[at]!, above[at - parts]!);
      rows[start + at] = row[at]! - guess;
    }
    above = row;
  }
  const colourType = isOpaque ? COLOUR : COLOUR_AND_ALPHA;
  return file({ width, height, bitDepth: 8, colourType }, deflateSync(rows));
}

function hasAlpha(data: Uint8ClampedArray): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}

function opaqueRow(data: Uint8ClampedArray, y: number, width: number): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(width * 3);
  for (let x = 0, from = y * width * 4; x < width * 3; x += 3, from += 4) {
    row[x] = data[from]!;
    row[x + 1] = data[from + 1]!;
    row[x + 2] = data[from + 2]!;
  }
  return row;
}

/** In a file, colours are not multiplied by their alpha. */
function alphaRow(data: Uint8ClampedArray, y: number, width: number): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(data.subarray(y * width * 4, (y + 1) * width * 4));
  for (let at = 0; at < row.length; at += 4) {
    const alpha = row[at + 3]!;
    for (let part = 0; part < 3; part++) {
      row[at + part] = alpha === 0 ? 0 : Math.min(255, Math.round((row[at + part]! * 255) / alpha));
    }
  }
  return row;
}

/** Paeth's: of the pixels to the left, above and between them, the one nearest to where they point. */
function nearest(left: number, above: number, between: number): number {
  const [toLeft, toAbove] = [Math.abs(above - between), Math.abs(left - between)];
  const toBetween = Math.abs(left + above - 2 * between);
  if (toLeft <= toAbove && toLeft <= toBetween) return left;
  return toAbove <= toBetween ? above : between;
}

interface Header {
  width: number;
  height: number;
  bitDepth: number;
  colourType: number;
}

function file({ width, height, bitDepth, colourType }: Header, data: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(bitDepth, 8);
  header.writeUInt8(colourType, 9);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
