// PNG files, written for what we draw: black squares at one bit a pixel, and opaque pictures, which come out at two
// thirds of what a general encoder makes of them.

import { promisify } from 'node:util';
import { crc32, deflate, deflateSync } from 'node:zlib';

const compress = promisify(deflate);
const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const GREY = 0;
const COLOUR = 2;
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

/** From four bytes a pixel, the last of which is taken to say that nothing shines through. */
export function opaquePng(pixels: Uint8Array, width: number, height: number): Buffer {
  const stride = 1 + width * 3;
  const rows = Buffer.alloc(stride * height);
  const at = (x: number, y: number, part: number) => (x < 0 || y < 0 ? 0 : pixels[(y * width + x) * 4 + part]!);
  for (let y = 0; y < height; y++) {
    rows[y * stride] = DIFFERENCE_TO_NEAREST;
    for (let x = 0; x < width; x++) {
      for (let part = 0; part < 3; part++) {
        const guess = nearest(at(x - 1, y, part), at(x, y - 1, part), at(x - 1, y - 1, part));
        rows[y * stride + 1 + x * 3 + part] = at(x, y, part) - guess;
      }
    }
  }
  return file({ width, height, bitDepth: 8, colourType: COLOUR }, deflateSync(rows));
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
