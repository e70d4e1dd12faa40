// Text as outlines, from our own font files: a share image must not depend on the fonts of the machine. A font has
// subsets, each for some scripts; a subset is opened on first use.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';

const parts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const;
type Part = (typeof parts)[number];

export interface Typeface {
  /** Whether all characters have an outline. */
  has(sign: string): boolean;
  /** In ems. */
  widthOf(sign: string): number;
  /** A line with its baseline at the origin, as path data, and its width. Missing characters are omitted. */
  outline(text: string, size: number, tracking?: number): { path: string; width: number };
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

export function openTypeface(weight: 400 | 700): Typeface {
  const fonts = new Map<Part, Font>();
  const widths = new Map<string, number>();

  function fontOf(part: Part): Font {
    const font = fonts.get(part) ?? openPart(part, weight);
    fonts.set(part, font);
    return font;
  }

  const isIn = (part: Part, sign: string) =>
    Array.from(sign, (character) => character.codePointAt(0)!).every((point) =>
      fontOf(part).hasGlyphForCodePoint(point),
    );
  const partWith = (sign: string) => parts.find((part) => isIn(part, sign));

  return {
    has: (sign) => partWith(sign) !== undefined,
    widthOf(sign) {
      const known = widths.get(sign);
      if (known !== undefined) return known;
      const { width } = outline(sign, 1, 0);
      widths.set(sign, width);
      return width;
    },
    outline: (text, size, tracking = 0) => outline(text, size, tracking),
  };

  function outline(text: string, size: number, tracking: number): { path: string; width: number } {
    let path = '';
    let width = 0;
    for (const run of runsOf(text)) {
      const font = fontOf(run.part);
      const scale = size / font.unitsPerEm;
      const { glyphs, positions } = font.layout(run.text);
      for (const [index, glyph] of glyphs.entries()) {
        const { xOffset, yOffset, xAdvance } = positions[index]!;
        path += glyph.path.transform(scale, 0, 0, -scale, width + xOffset * scale, -yOffset * scale).toSVG();
        width += xAdvance * scale + tracking * size;
      }
    }
    return { path, width };
  }

  /** Neighbours in the same subset are laid out together, for kerning. */
  function runsOf(text: string): { part: Part; text: string }[] {
    const runs: { part: Part; text: string }[] = [];
    for (const { segment } of graphemes.segment(text)) {
      const last = runs.at(-1);
      const part = last && isIn(last.part, segment) ? last.part : partWith(segment);
      if (part === undefined) continue;
      if (last?.part === part) last.text += segment;
      else runs.push({ part, text: segment });
    }
    return runs;
  }
}

function openPart(part: Part, weight: number): Font {
  const file = import.meta.resolve(`@fontsource/inter/files/inter-${part}-${weight}-normal.woff2`);
  const font = create(readFileSync(fileURLToPath(file)));
  if (!('glyphForCodePoint' in font)) throw new Error(`${file} is a collection of fonts`);
  return font;
}
