// Contrast check of the colours that an owner chose, with suggestions. The page itself always uses readable colours:
// this explains to the owner why it looks different.
import type { Static } from 'typebox';
import type { Background, Customize } from '../schemas/profile.ts';
import type { BackgroundLayout } from '../vocabulary.ts';
import { contrast, contrastOn, type Hex, inkFor, luminance, mix, parseColour, ratio, readable } from './colours.ts';
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

export interface Appearance {
  customize: Static<typeof Customize>;
  background: Static<typeof Background>;
  backgroundLayout: BackgroundLayout;
}

/** Opacity of the panel over a picture. */
const panelOpacity = 0.9;
/** Opacities of a scrim. With more than the last one, the picture would hardly be visible. */
const scrimOpacities = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9];
/** Up to this opacity, a scrim has the colour of the theme. */
const SHEER = 0.7;
/** Browsers round the colours that they blend. */
const readableWhenBlended = readable + 0.1;
/** One per value of a colour channel. */
const steps = 255;

export function contrastsOf(appearance: Appearance): Contrast[] {
  const { customize, background } = appearance;
  const { day } = themeNamed(customize.theme);
  const colour = (written: string, usual: Hex) => parseColour(written, day.bg) ?? usual;
  const text = colour(customize.texts_color, day.text);
  const label = colour(customize.button_text_color, day.buttonText);
  const button = colour(customize.button_background_color, day.button);
  const behindText = groundsBehind(text, appearance);
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
  return throughLayer({ color: surface, opacity: panelOpacity });
}

/** A layer of one colour over the whole picture. */
export interface Scrim {
  color: Hex;
  opacity: number;
}

/** The layer over a black and over a white picture, which are the darkest and the lightest result. */
export function throughLayer({ color, opacity }: Scrim): Hex[] {
  return [color, mix('#000000', color, opacity), mix('#ffffff', color, opacity)];
}

/**
 * The thinnest scrim on which the text is readable over any picture: in the given colour, or closer to black or white if
 * that shows more of the picture. Undefined if every one would hide the picture.
 */
export function scrimFor(text: Hex, colour: Hex): Scrim | undefined {
  const scrims = [0, 0.5, 1].flatMap((share) => {
    const color = mix(colour, inkFor([text]), share);
    const enough = (opacity: number) => contrastOn(throughLayer({ color, opacity }), text) >= readableWhenBlended;
    const opacity = scrimOpacities.find(enough);
    return opacity === undefined ? [] : [{ color, opacity }];
  });
  return scrims.find(({ opacity }) => opacity <= SHEER) ?? scrims.at(-1);
}

/** The one or two colours of the owner's background, if it consists of colours. */
export function ownGround({ type, settings }: Appearance['background']): readonly Hex[] | undefined {
  const { solid, gradient } = settings;
  const written = type === 'solid' ? [solid.color] : type === 'gradient' ? [gradient.color_1, gradient.color_2] : [];
  const colours = written.flatMap((text) => parseColour(text) ?? []);
  return colours.length > 0 && colours.length === written.length ? colours : undefined;
}

/** For a theme with a light and a dark palette, the one with the better contrast, which the page uses. */
function groundsBehind(text: Hex, { customize, background, backgroundLayout }: Appearance): Hex[] {
  const own = ownGround(background);
  if (own) return between(own);
  const { day, night } = themeNamed(customize.theme);
  const choice = [day, ...(night && text !== day.text ? [night] : [])];
  const grounds = choice.map((base) => {
    if (!hasPicture(background)) return groundsOf(base);
    const scrim = backgroundLayout === 'full' ? scrimFor(text, base.bg) : undefined;
    return scrim ? throughLayer(scrim) : throughPanel(base.surface);
  });
  return grounds.toSorted((a, b) => contrastOn(b, text) - contrastOn(a, text))[0]!;
}

function hasPicture({ type, settings: { image, video } }: Appearance['background']): boolean {
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
