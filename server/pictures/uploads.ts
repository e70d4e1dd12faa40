// Uploaded pictures are never served as they are. They are re-encoded from their pixels, which removes hidden data such as
// GPS coordinates or appended scripts.
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { ApiError, invalid } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { narrowerFile, pictureFile, pictureWidths, shareFile } from '../../contract/page/uploads.ts';

/** One file of an upload, as it is stored. */
export interface MadeFile {
  file: string;
  content: Buffer;
}

export interface MadePicture {
  width: number;
  height: number;
  /** The main file comes first. */
  files: [MadeFile, ...MadeFile[]];
}

const MAX_WIDTH = 2560;
/** WebP allows up to 16,383, but such a picture is not useful as one picture. */
const MAX_HEIGHT = 8192;
/** Independent of the number of pixels: a picture of one column takes as long as a large one. */
const MAX_SIDE = 30_000;
const SHARE_WIDTH = 1200;
const SECONDS = 60;

const webp = { quality: 80 };
const movingWebp = { quality: 75, effort: 1 };
/** More effort takes many times longer and saves little. */
const avif = { quality: 52, effort: 1, chromaSubsampling: '4:2:0' };
const jpeg = { quality: 82, progressive: true };

const supportedFormats = 'JPEG, PNG, WebP, AVIF or GIF';

// Reduces the attack surface: all other decoders of libvips are switched off.
sharp.block({ operation: ['VipsForeignLoad'] });
const readable = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'];
// Our own drawings are SVG in memory (`drawings.ts`). Uploads are always read from files, and SVG files stay blocked.
const ofFormat = (format: string) => [`VipsForeignLoad${format}File`, `VipsForeignLoad${format}Buffer`];
sharp.unblock({ operation: [...readable.flatMap(ofFormat), 'VipsForeignLoadSvgBuffer'] });
// One picture at a time, and nothing of it stays in memory.
sharp.cache(false);
sharp.concurrency(1);

/** Rejects files that are not pictures of a supported format. Runs in a child process: see `index.ts`. */
export async function makePicture(path: string): Promise<MadePicture> {
  try {
    const { format, width, height, pages = 1, pageHeight = height } = await open(path, 1).metadata();
    const isMoving = pages > 1 && format !== 'heif';
    if (isMoving && pages > limits.imageFrames) {
      throw unfit(`A moving picture may have at most ${limits.imageFrames} frames; this one has ${pages}.`);
    }
    if (width * pageHeight * (isMoving ? pages : 1) > limits.imagePixels) throw tooLarge();
    if (Math.max(width, pageHeight) > MAX_SIDE) {
      throw unfit(`The picture is too long: it may have at most ${MAX_SIDE} pixels on a side.`);
    }
    return isMoving ? await makeMoving(path) : await makeStill(path);
  } catch (error) {
    throw apiErrorFor(error as Error);
  }
}

function open(path: string, pages: number): Sharp {
  return sharp(path, { pages, limitInputPixels: limits.imagePixels, failOn: 'error', sequentialRead: true });
}

/** Decodes the picture once: the smaller sizes are made from the first reduced one. */
async function makeStill(path: string): Promise<MadePicture> {
  const { data, info } = await shrunk(open(path, 1).autoOrient())
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .timeout({ seconds: SECONDS })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const drawn = (narrower = width) => sharp(data, { raw: { width, height, channels } }).resize(narrower);

  const main = await encoded(drawn().webp(webp));
  const files: MadePicture['files'] = [{ file: pictureFile({ width, height, isMoving: false }), content: main.data }];
  for (const narrower of narrowerThan(width)) {
    const { data: asWebp } = await encoded(drawn(narrower).webp(webp));
    const { data: asAvif } = await encoded(drawn(narrower).avif(avif));
    files.push({ file: narrowerFile(narrower, 'webp'), content: asWebp });
    files.push({ file: narrowerFile(narrower, 'avif'), content: asAvif });
  }
  const share = await encoded(drawn(Math.min(width, SHARE_WIDTH)).flatten({ background: '#ffffff' }).jpeg(jpeg));
  files.push({ file: shareFile, content: share.data });
  return { width, height, files };
}

/** WebP only: animated AVIF is not supported. */
async function makeMoving(path: string): Promise<MadePicture> {
  const { data, info } = await encoded(shrunk(open(path, -1)).webp(movingWebp));
  const { width, pageHeight: height = info.height } = info;
  const files: MadePicture['files'] = [{ file: pictureFile({ width, height, isMoving: true }), content: data }];
  for (const narrower of narrowerThan(width)) {
    const { data: content } = await encoded(open(path, -1).resize(narrower).webp(movingWebp));
    files.push({ file: narrowerFile(narrower, 'webp'), content });
  }
  return { width, height, files };
}

function shrunk(picture: Sharp): Sharp {
  return picture.resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true });
}

function narrowerThan(width: number): (typeof pictureWidths)[number][] {
  return pictureWidths.filter((one) => one < width);
}

function encoded(picture: Sharp): Promise<{ data: Buffer; info: OutputInfo }> {
  return picture.timeout({ seconds: SECONDS }).toBuffer({ resolveWithObject: true });
}

function apiErrorFor(error: Error): Error {
  if (error instanceof ApiError) return error;
  if (/pixel limit/i.test(error.message)) return tooLarge();
  if (/timeout/i.test(error.message)) return unfit('The picture takes too long to process; send a smaller one.');
  return unfit(`The file is not a picture that can be read: it is damaged, truncated, or not ${supportedFormats}.`);
}

function tooLarge(): ApiError {
  const megapixels = limits.imagePixels / 1_000_000;
  return unfit(`The picture is too large: it may have at most ${megapixels} million pixels, in all of its frames.`);
}

function unfit(sentence: string): ApiError {
  return invalid({ file: [sentence] });
}
