// Colour contrast as WCAG defines it.

export type Hex = `#${string}`;
type Channels = readonly [red: number, green: number, blue: number];

/** The ratios that WCAG AA requires for text, and for the edges of controls. */
export const readable = 4.5;
export const visible = 3;

const written = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})?$/i;

/** Undefined for anything but #rrggbb or #rrggbbaa. A transparent colour is blended over `over`. */
export function parseColour(text: string, over: Hex = '#ffffff'): Hex | undefined {
  const parts = written.exec(text);
  if (!parts) return undefined;
  const solid = text.slice(0, 7).toLowerCase() as Hex;
  return parts[4] === undefined ? solid : mix(over, solid, Number.parseInt(parts[4], 16) / 255);
}

/** From 1 (the same colour) to 21 (black on white). */
export function contrast(one: Hex, other: Hex): number {
  return ratio(luminance(one), luminance(other));
}

/** The contrast of two luminances. */
export function ratio(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** The lowest contrast of a colour on any of these backgrounds. */
export function contrastOn(grounds: readonly Hex[], colour: Hex): number {
  return Math.min(...grounds.map((ground) => contrast(ground, colour)));
}

/** Mixes two colours: a `share` of 0 gives the first, 1 the second. */
export function mix(first: Hex, second: Hex, share: number): Hex {
  const [from, to] = [channels(first), channels(second)];
  const mixed = from.map((value, index) => Math.round(value + (to[index]! - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The text colour with the higher contrast. One of black and white is readable on any background. */
export function inkFor(grounds: readonly Hex[], dark: Hex = '#000000', light: Hex = '#ffffff'): Hex {
  return contrastOn(grounds, dark) >= contrastOn(grounds, light) ? dark : light;
}

export function isDark(colour: Hex): boolean {
  return luminance(colour) < 0.18;
}

export function luminance(colour: Hex): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: Hex): Channels {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Channels;
}
