// The values of a theme for small pictures: the theme's values, overridden by the owner's. The page itself is
// rendered by the service; this follows the same rules (docs/themes.md) as far as a small picture shows them.
import type { Background, Customize } from '../../../../clients/typescript/index.ts';
import {
  contrast,
  contrastOn,
  type Hex,
  inkFor,
  mix,
  parseColour,
  readable,
  visible,
} from '../../../../contract/page/colours.ts';
import { between, groundsOf, ownGround, scrimFor } from '../../../../contract/page/contrast.ts';
import { findFont } from '../../../../contract/page/fonts.ts';
import type { Palette } from '../../../../contract/page/palettes.ts';
import { themeDefaults } from '../../../../contract/page/theme-defaults.ts';
import { type Theme, themeNamed } from '../../../../contract/page/themes.ts';

export interface ThemeValues {
  theme: Theme;
  palette: Palette;
  /** Names of fonts, for the text and for headings. */
  font: string;
  display: string;
  radius: Customize['radius'];
  align: Customize['bio_align'];
  hasOwnButtons: boolean;
  /** The owner's background, as CSS. */
  ground?: string;
}

export type OwnValues = Partial<Omit<Customize, 'theme'>>;
export type ValueName = keyof OwnValues;

/** The values that differ from those of the theme. */
export function ownValues(customize: Customize): OwnValues {
  const usual = themeDefaults(customize.theme);
  const { theme: _, ...values } = customize;
  const own = Object.entries(values).filter(([name, value]) => value !== usual[name as ValueName]);
  return Object.fromEntries(own) as OwnValues;
}

/** The same own values in another theme. */
export function inTheme(customize: Customize, theme: string): Customize {
  return { ...themeDefaults(theme), ...ownValues(customize) } as Customize;
}

export function themeValues(customize: Customize, background?: Background, isNight = false): ThemeValues {
  const theme = themeNamed(customize.theme);
  const own = ownValues(customize);
  const chosen = findFont(customize.font);
  const hasOwnFont = chosen !== undefined && chosen.name !== theme.font;
  const grounds = background && ownGround(background);
  const palette = paletteFor(theme, own, isNight, grounds);
  return {
    theme,
    palette,
    font: hasOwnFont ? chosen.name : theme.font,
    display: hasOwnFont ? chosen.name : theme.display,
    radius: customize.radius,
    align: customize.bio_align,
    hasOwnButtons: (own.button_background_color ?? own.button_text_color) !== undefined,
    ...groundOf(palette, background, grounds),
  };
}

function paletteFor(theme: Theme, own: OwnValues, isNight: boolean, grounds?: readonly Hex[]): Palette {
  const bases = theme.night ? (isNight ? [theme.night, theme.day] : [theme.day, theme.night]) : [theme.day];
  const text = parseColour(own.texts_color ?? '', theme.day.bg);
  const behind = (base: Palette) => (grounds ? between(grounds) : groundsOf(base));
  const base = bases.find((each) => contrastOn(behind(each), text ?? each.text) >= readable) ?? bases[0]!;
  const button = parseColour(own.button_background_color ?? '', base.bg) ?? base.button;
  const label = parseColour(own.button_text_color ?? '', base.bg) ?? base.buttonText;
  const isReadable = (colour: Hex) => contrastOn(behind(base), colour) >= readable;
  const shown = text ?? (isReadable(base.text) ? base.text : inkFor(behind(base)));
  const surface = contrast(base.surface, shown) >= readable ? base.surface : awayFrom(shown, behind(base)[0]!);
  const all = [...behind(base), surface];
  /** As close to the colour as the contrast allows. */
  const towards = (colour: Hex, least = readable): Hex => {
    const shades = [0, 0.25, 0.5, 0.75].map((share) => mix(colour, shown, share));
    return shades.find((shade) => contrastOn(all, shade) >= least) ?? shown;
  };
  return {
    ...base,
    surface,
    text: shown,
    muted: towards(base.muted),
    accent: towards(base.accent),
    border: towards(base.border, visible),
    button,
    buttonText: contrastOn([button], label) >= readable ? label : inkFor([button]),
  };
}

/** A surface of the ground's kind on which the text is readable. */
function awayFrom(text: Hex, ground: Hex): Hex {
  const isDarker = contrast(text, '#000000') < contrast(ground, '#000000');
  return mix(ground, isDarker ? '#ffffff' : '#000000', 0.4);
}

function groundOf(palette: Palette, background?: Background, grounds?: readonly Hex[]): { ground?: string } {
  if (grounds) {
    return { ground: grounds.length === 1 ? grounds[0]! : `linear-gradient(160deg, ${grounds[0]}, ${grounds[1]})` };
  }
  if (background?.type !== 'image') return {};
  const { source, image } = background.settings.image;
  if (source !== 'upload' || image === '') return {};
  const { color, opacity } = scrimFor(palette.text, palette.bg) ?? { color: palette.bg, opacity: 0.9 };
  const layer = `color-mix(in srgb, ${color} ${opacity * 100}%, transparent)`;
  return { ground: `linear-gradient(${layer}, ${layer}), center / cover url("${CSS.escape(image)}")` };
}
