// Contrast check of the colours that an owner chose, with suggestions. The page itself always uses readable colours:
// this explains to the owner why it looks different.
import type { Static } from 'typebox';
import type { Background, Customize } from '../schemas/profile.ts';
import { contrast, contrastOn, type Hex, luminance, mix, parseColour, ratio, readable } from './colours.ts';
import type { Palette } from './palettes.ts';
import { themeNamed } from './themes.ts';

export const contrastPairs = ['text_on_background', 'button_text_on_button'] as const;

/** A change of one field that would make a pair readable. */
export interface Fix {
  section: 'customize' | 'background';
  field: string;
  color: Hex;
}

export interface Contrast {
  pair: (typeof contrastPairs)[number];
  color: Hex;
  /** The background colour with the lowest contrast. */
  on: Hex;
  ratio: number;
  needed: number;
  passes: boolean;
  fixes: Fix[];
}

export interface Look {
  customize: Static<typeof Customize>;
  background: Static<typeof Background>;
}

/** Opacity of the panel over a picture. */
const panelOpacity = 0.9;
/** One per value of a colour channel. */
const steps = 255;

export function contrastsOf({ customize, background }: Look): Contrast[] {
  const { day } = themeNamed(customize.theme);
  const colour = (written: string, usual: Hex) => parseColour(written, day.bg) ?? usual;
  const text = colour(customize.texts_color, day.text);
  const label = colour(customize.button_text_color, day.buttonText);
  const button = colour(customize.button_background_color, day.button);
  const behindText = groundsBehind(text, { customize, background });
  const ground = background.type === 'solid' ? parseColour(background.settings.solid.color) : undefined;
  return [
    measured('text_on_background', text, behindText, () => [
      { section: 'customize', field: 'texts_color', color: nearestReadable(text, behindText) },
      { section: 'background', field: 'settings.solid.color', color: ground && nearestReadable(ground, [text]) },
    ]),
    measured('button_text_on_button', label, [button], () => [
      { section: 'customize', field: 'button_text_color', color: nearestReadable(label, [button]) },
      { section: 'customize', field: 'button_background_color', color: nearestReadable(button, [label]) },
    ]),
  ];
}

/** The closest shade or tint that is readable on all of these; undefined if there is none. */
function nearestReadable(colour: Hex, grounds: readonly Hex[]): Hex | undefined {
  // Computed once: per shade, it would be the slowest part of a request.
  const behind = grounds.map(luminance);
  const found = (['#000000', '#ffffff'] as const).flatMap((end) => {
    for (let step = 0; step <= steps; step += 1) {
      const mixed = mix(colour, end, step / steps);
      const light = luminance(mixed);
      if (behind.every((ground) => ratio(light, ground) >= readable)) return [mixed];
    }
    return [];
  });
  return found.toSorted((a, b) => contrast(colour, a) - contrast(colour, b))[0];
}

/** Samples of a gradient between two colours. */
export function between([from, to = from]: readonly Hex[]): Hex[] {
  return Array.from({ length: 9 }, (_, index) => mix(from!, to!, index / 8));
}

export function groundsOf({ bg, wash = [] as never }: Palette): Hex[] {
  return [bg, ...wash];
}

export function throughPanel(surface: Hex): Hex[] {
  return [surface, mix('#000000', surface, panelOpacity), mix('#ffffff', surface, panelOpacity)];
}

/** The one or two colours of the owner's background, if it consists of colours. */
export function ownGround({ type, settings }: Look['background']): readonly Hex[] | undefined {
  const { solid, gradient } = settings;
  const written = type === 'solid' ? [solid.color] : type === 'gradient' ? [gradient.color_1, gradient.color_2] : [];
  const colours = written.flatMap((text) => parseColour(text) ?? []);
  return colours.length > 0 && colours.length === written.length ? colours : undefined;
}

/** For a theme with a light and a dark palette, the one with the better contrast, which the page uses. */
function groundsBehind(text: Hex, { customize, background }: Look): Hex[] {
  const own = ownGround(background);
  if (own) return between(own);
  const { day, night } = themeNamed(customize.theme);
  const choice = [day, ...(night && text !== day.text ? [night] : [])];
  const grounds = choice.map((base) => (hasPicture(background) ? throughPanel(base.surface) : groundsOf(base)));
  return grounds.toSorted((a, b) => contrastOn(b, text) - contrastOn(a, text))[0]!;
}

function hasPicture({ type, settings: { image, video } }: Look['background']): boolean {
  if (type !== 'image' && type !== 'video') return false;
  const { source, external_url } = type === 'image' ? image : video;
  const file = type === 'image' ? image.image : video.video;
  return source === 'external' ? external_url !== null : file !== '';
}

function measured(
  pair: Contrast['pair'],
  color: Hex,
  grounds: readonly Hex[],
  fixes: () => (Omit<Fix, 'color'> & { color: Hex | undefined })[],
): Contrast {
  const lowest = contrastOn(grounds, color);
  const passes = lowest >= readable;
  return {
    pair,
    color,
    on: grounds.toSorted((a, b) => contrast(a, color) - contrast(b, color))[0]!,
    // Rounded down, so that a failing ratio never shows as passing.
    ratio: Math.floor(lowest * 100) / 100,
    needed: readable,
    passes,
    fixes: passes ? [] : fixes().filter((fix): fix is Fix => fix.color !== undefined),
  };
}
