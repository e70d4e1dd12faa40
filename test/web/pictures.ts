// Pictures for tests that upload them.
import sharp from 'sharp';

export interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** 400 by 200 pixels: the left half red, the right half blue. */
export async function pictureFile(name = 'beach.png'): Promise<TestFile> {
  const half = (background: string) => sharp({ create: { width: 200, height: 200, channels: 3, background } }).png();
  const blue = await half('#0000ff').toBuffer();
  const buffer = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: 200, top: 0 }])
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

/** Red, green, blue and opacity at a point, from 0 to 1. */
export async function colourAt(picture: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const column = Math.min(Math.floor(x * info.width), info.width - 1);
  const row = Math.min(Math.floor(y * info.height), info.height - 1);
  return [...data.subarray((row * info.width + column) * 4, (row * info.width + column) * 4 + 4)];
}

export async function sizeOf(picture: Buffer): Promise<string> {
  const { width, height } = await sharp(picture).metadata();
  return `${width}x${height}`;
}
