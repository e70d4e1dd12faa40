// Letters as outlines, out of our own font files: a picture that is a PNG must not depend on the fonts of the machine
// that makes it. A font comes in parts, each with the letters of some scripts; a part is opened once it is wanted.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';
import { openVariableFont, type VariableFont } from './variable-font.ts';

const parts = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const;
type Part = (typeof parts)[number];

export interface Typeface {
  /** Whether there is an outline for all of it. */
  has(sign: string): boolean;
  /** In ems. */
  widthOf(sign: string): number;
  /** A line whose baseline begins at the origin, as path data, and how long it is. What it has not, it leaves out. */
  outline(text: string, size: number, tracking?: number): { path: string; width: number };
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const opened = new Map<Part, VariableFont>();

export function openTypeface(weight: number): Typeface {
  const fonts = new Map<Part, Font>();
  const widths = new Map<string, number>();

  function fontOf(part: Part): Font {
    const font = fonts.get(part) ?? openPart(part).at(weight);
    fonts.set(part, font);
    return font;
  }

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
}

/** Neighbours that one part has are set together, so that they are kerned. */
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

function partWith(sign: string): Part | undefined {
  return parts.find((part) => isIn(part, sign));
}

function isIn(part: Part, sign: string): boolean {
  return Array.from(sign, (character) => character.codePointAt(0)!).every(openPart(part).has);
}

function openPart(part: Part): VariableFont {
  const file = `@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`;
  const font = opened.get(part) ?? openVariableFont(readFileSync(fileURLToPath(import.meta.resolve(file))));
  opened.set(part, font);
  return font;
}
