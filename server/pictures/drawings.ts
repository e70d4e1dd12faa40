// Renders our own SVG drawings to pixels. All text in them is outlines, so that they do not depend on the fonts of the
// machine.
import sharp from 'sharp';
import { circle, type Drawing, drawingSvg } from '../views/pictures/drawing.ts';
import {
  avatarBox,
  initialsPicture,
  type Lettering,
  type ShareCard,
  sharePicture,
  shareSize,
} from '../views/pictures/share-card.ts';
import { openTypeface } from '../views/pictures/typeface.ts';

const jpeg = { quality: 85, progressive: true };

let lettering: Lettering | undefined;

/** Files of the uploads that a card names. */
export interface CardFiles {
  avatar?: Uint8Array | undefined;
  picture?: Uint8Array | undefined;
}

export async function drawShareImage(card: ShareCard, files: CardFiles): Promise<Buffer> {
  lettering ??= { bold: openTypeface(700), regular: openTypeface(400) };
  const words = svg(sharePicture(card, lettering, files.picture !== undefined));
  const { left, top, side } = avatarBox(card);
  const avatar = await cutOut(files.avatar ?? svg(initialsPicture(card, lettering)), side);
  const base = files.picture ? sharp(files.picture).resize({ ...shareSize, fit: 'cover' }) : sharp(words);
  const layers = [...(files.picture ? [{ input: words }] : []), { input: avatar, left, top }];
  return base.flatten().composite(layers).jpeg(jpeg).toBuffer();
}

/** A circle, as the avatar is on most pages. */
function cutOut(picture: Uint8Array, side: number): Promise<Buffer> {
  const disc = svg({
    width: side,
    height: side,
    shapes: [{ path: circle(side / 2, side / 2, side / 2), colour: '#fff' }],
  });
  return sharp(picture)
    .resize(side, side, { fit: 'cover' })
    .ensureAlpha()
    .composite([{ input: disc, blend: 'dest-in' }])
    .png({ compressionLevel: 1 })
    .toBuffer();
}

function svg(drawing: Drawing): Buffer {
  return Buffer.from(drawingSvg(drawing));
}

/** With `colours`, a palette PNG of that many colours. */
export function drawPng(drawn: string, colours: number | undefined): Promise<Buffer> {
  const palette = colours === undefined ? {} : { palette: true, colours, dither: 0, effort: 1 };
  return sharp(Buffer.from(drawn))
    .png({ compressionLevel: 9, ...palette })
    .toBuffer();
}
