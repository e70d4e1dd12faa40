// Renders our own SVG drawings to pixels. All text in them is outlines, so that they do not depend on the fonts of the
// machine.
import sharp from 'sharp';
import { drawingSvg } from '../views/pictures/drawing.ts';
import { type Lettering, type ShareCard, sharePicture } from '../views/pictures/share-card.ts';
import { openTypeface } from '../views/pictures/typeface.ts';

const jpeg = { quality: 85, progressive: true };

let lettering: Lettering | undefined;

export function drawShareImage(card: ShareCard): Promise<Buffer> {
  lettering ??= { bold: openTypeface(700), regular: openTypeface(400) };
  const svg = drawingSvg(sharePicture(card, lettering));
  return sharp(Buffer.from(svg)).flatten().jpeg(jpeg).toBuffer();
}

/** With `colours`, a palette PNG of that many colours. */
export function drawPng(svg: string, colours: number | undefined): Promise<Buffer> {
  const palette = colours === undefined ? {} : { palette: true, colours, dither: 0, effort: 1 };
  return sharp(Buffer.from(svg))
    .png({ compressionLevel: 9, ...palette })
    .toBuffer();
}
