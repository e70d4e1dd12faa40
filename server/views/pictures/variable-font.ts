// A font file of WOFF2 with one axis, at any weight. The library varies outlines that are stored in TrueType's own form,
// and of those in WOFF2 only the widths; so the outlines are handed to its varying from here. That means knowing it from
// within: its version is fixed, and a test looks at what comes out.

import { create, type Font } from 'fontkit';

export interface VariableFont {
  has(codePoint: number): boolean;
  at(weight: number): Font;
}

interface Point {
  x: number;
  y: number;
  endContour: boolean;
  copy(): Point;
}

interface Outline {
  points?: Point[];
  components?: { dx: number; dy: number }[];
}

interface Inside extends Font {
  variationCoords: number[];
  _transformedGlyphs: readonly Outline[];
  _transformGlyfTable(): void;
  _variationProcessor: { transformPoints(glyphId: number, points: Point[]): void };
}

/** Points that say how wide and high the whole glyph is stand behind its own. */
const PHANTOMS = 4;

export function openVariableFont(file: Buffer): VariableFont {
  const plain = create(file) as Inside;
  return {
    has: (codePoint) => plain.hasGlyphForCodePoint(codePoint),
    at(weight) {
      if (!plain._transformedGlyphs) plain._transformGlyfTable();
      const font = create(file) as Inside;
      font.variationCoords = [weight];
      font._transformedGlyphs = variedOnDemand(plain._transformedGlyphs, font);
      return font;
    },
  };
}

function variedOnDemand(outlines: readonly Outline[], font: Inside): readonly Outline[] {
  const varied = new Map<string, Outline>();
  return new Proxy(outlines, {
    get(target, key) {
      if (typeof key === 'symbol' || !/^\d+$/.test(key)) return Reflect.get(target, key);
      const known = varied.get(key) ?? vary(target[Number(key)]!, Number(key), font);
      varied.set(key, known);
      return known;
    },
  });
}

function vary(outline: Outline, glyphId: number, font: Inside): Outline {
  const { points, components } = outline;
  const moved = points?.map((point) => point.copy()) ?? components?.map(({ dx, dy }) => pointAt(dx, dy));
  if (!moved) return outline;
  const phantoms = Array.from({ length: PHANTOMS }, () => pointAt(0, 0));
  font._variationProcessor.transformPoints(glyphId, [...moved, ...phantoms]);
  if (!components) return { ...outline, points: moved };
  return {
    ...outline,
    components: components.map((part, index) => ({ ...part, dx: moved[index]!.x, dy: moved[index]!.y })),
  };
}

function pointAt(x: number, y: number): Point {
  return {
    x,
    y,
    endContour: true,
    copy() {
      return pointAt(this.x, this.y);
    },
  };
}
