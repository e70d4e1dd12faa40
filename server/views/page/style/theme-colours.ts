// The colours of a page: those of the theme, overridden by the owner's. An owner's colour is always used and always
// readable: a color scheme without enough contrast is not offered, and if none has enough, the content is on a panel
// that does (docs/themes.md).
import {
  contrast,
  contrastOn,
  type Hex,
  inkFor,
  isDark,
  mix,
  parseColour,
  readable,
  visible,
} from '../../../../contract/page/colours.ts';
import {
  between,
  groundsOf,
  ownGround,
  scrimFor,
  throughLayer,
  throughPanel,
} from '../../../../contract/page/contrast.ts';
import type { Page } from '../../../../contract/page/page.ts';
import type { Palette } from '../../../../contract/page/palettes.ts';
import { type Theme, themeNamed } from '../../../../contract/page/themes.ts';
import { backgroundFile } from '../pictures/background-file.ts';

export interface ThemeColours {
  /** One palette for all visitors, or one for light and one for dark. */
  first: Palette;
  night?: Palette;
  isDark: boolean;
  /** The panel under the content if text is not readable on the background. A sheer one is slightly transparent. */
  panel?: 'solid' | 'sheer';
  /** The opacity of the layer between a picture and the content; its colour is the background of the palette. */
  scrim?: number;
  hasOwnButtons: boolean;
  /** The one or two colours of the owner's background, if it consists of colours. */
  ground?: readonly Hex[];
}

interface Own {
  text?: Hex | undefined;
  button?: Hex | undefined;
  buttonText?: Hex | undefined;
}

type ThemedPage = Pick<Page, 'customize' | 'background' | 'backgroundLayout' | 'origin'>;

/** Cached, because several parts of a page need it and contrast calculations are expensive. */
const kept = new WeakMap<ThemedPage, ThemeColours>();

export function themeColours(page: ThemedPage): ThemeColours {
  const known = kept.get(page);
  if (known) return known;
  const colours = mixed(page);
  kept.set(page, colours);
  return colours;
}

function mixed(page: ThemedPage): ThemeColours {
  const theme = themeNamed(page.customize.theme);
  const own = ownColours(page.customize, theme);
  const ground = ownGround(page.background);
  const bases = theme.night ? [theme.day, theme.night] : [theme.day];
  const hasOwnButtons = (own.button ?? own.buttonText) !== undefined;
  const isPicture = backgroundFile(page) !== undefined;

  if (!isPicture && !ground && !own.text && !hasOwnButtons) {
    const { day, night } = theme;
    return { hasOwnButtons, first: day, ...(night && { night }), isDark: theme.isDark };
  }
  if (!isPicture && !ground) {
    const carried = bases.filter((base) => isReadable(own.text ?? base.text, groundsOf(base)));
    const [first, night] = carried.map((base) => legible(base, groundsOf(base), own.text ?? base.text, own));
    if (first) return { hasOwnButtons, first, ...(night && { night }), isDark: isDark(first.bg) };
  }
  if (ground) {
    const grounds = between(ground);
    const text = own.text ?? bases.map((base) => base.text).find((ink) => isReadable(ink, grounds)) ?? inkFor(grounds);
    if (isReadable(text, grounds)) {
      const base = { ...closest(bases, text), bg: ground[0]! };
      return { hasOwnButtons, first: legible(base, grounds, text, own), isDark: isDark(base.bg), ground };
    }
  }
  if (isPicture && page.backgroundLayout === 'full') {
    const overPicture = onScrim(bases, own);
    if (overPicture) return { hasOwnButtons, ...overPicture };
  }
  const beneath = isPicture ? throughPanel : onlyPanel;
  const carried = bases.filter((base) => isReadable(own.text ?? base.text, beneath(base.surface)));
  const [first, night] = carried.map((base) => legible(base, beneath(base.surface), own.text ?? base.text, own));
  const panel = first ?? panelFor(theme.day, own.text ?? theme.day.text, own);
  return {
    hasOwnButtons,
    first: panel,
    ...(night && { night }),
    isDark: isDark(panel.surface),
    panel: first && isPicture ? 'sheer' : 'solid',
    ...(ground && { ground }),
  };
}

/** Undefined if the text colour would need a scrim that hides the picture. */
function onScrim(bases: readonly Palette[], own: Own): Omit<ThemeColours, 'hasOwnButtons'> | undefined {
  const textOn = (base: Palette) => own.text ?? base.text;
  const readableOn = bases.filter((base) => isReadable(textOn(base), [base.bg]));
  const carried = readableOn.length > 0 ? readableOn : [{ ...bases[0]!, bg: inkFor([textOn(bases[0]!)]) }];
  const layers = carried.flatMap((base) => {
    const scrim = scrimFor(textOn(base), base.bg);
    return scrim ? [{ base: { ...base, bg: scrim.color }, opacity: scrim.opacity }] : [];
  });
  const scrim = Math.max(...layers.map(({ opacity }) => opacity));
  const [first, night] = layers.map(({ base }) =>
    legible(base, throughLayer({ color: base.bg, opacity: scrim }), textOn(base), own),
  );
  return first && { first, ...(night && { night }), isDark: isDark(first.bg), scrim };
}

function ownColours(customize: Page['customize'], { day }: Theme): Own {
  const own = (text: string, usual: Hex) => {
    const colour = parseColour(text, day.bg);
    return colour === usual ? undefined : colour;
  };
  return {
    text: own(customize.texts_color, day.text),
    button: own(customize.button_background_color, day.button),
    buttonText: own(customize.button_text_color, day.buttonText),
  };
}

function onlyPanel(surface: Hex): Hex[] {
  return [surface];
}

/** Black or white, whichever has enough contrast. */
function panelFor(base: Palette, text: Hex, own: Own): Palette {
  const surface = inkFor([text]);
  return legible({ ...base, surface }, [surface], text, own);
}

function isReadable(text: Hex, grounds: readonly Hex[]): boolean {
  return contrastOn(grounds, text) >= readable;
}

function closest(bases: readonly Palette[], text: Hex): Palette {
  return bases.toSorted((a, b) => contrast(a.text, text) - contrast(b.text, text))[0]!;
}

/** A palette in which every colour is readable on its background, if the text is. */
function legible(base: Palette, grounds: readonly Hex[], text: Hex, own: Own): Palette {
  const surface = isReadable(text, [base.surface]) ? base.surface : awayFrom(text, grounds[0]!);
  const all = [...grounds, surface];
  const button = own.button ?? base.button;
  const buttonText = own.buttonText ?? base.buttonText;
  return {
    ...base,
    surface,
    text,
    muted: textShade(text, base.muted, all),
    accent: textShade(text, base.accent, all),
    border: towards(text, base.border, all, visible),
    button,
    buttonText: isReadable(buttonText, [button]) ? buttonText : inkFor([button]),
  };
}

/** The colour itself, or as close to it as text in it can be readable. `text` is readable on these backgrounds. */
export function textShade(text: Hex, colour: Hex, grounds: readonly Hex[]): Hex {
  return towards(text, colour, grounds, readable);
}

/** As close to the colour as the contrast allows. */
function towards(text: Hex, colour: Hex, grounds: readonly Hex[], least: number): Hex {
  for (let share = 0; share < 1; share += 0.1) {
    const mixed = mix(colour, text, share);
    if (contrastOn(grounds, mixed) >= least) return mixed;
  }
  return text;
}

function awayFrom(text: Hex, ground: Hex): Hex {
  const isDarker = contrast(text, '#000000') < contrast(ground, '#000000');
  return mix(ground, isDarker ? '#ffffff' : '#000000', 0.4);
}
