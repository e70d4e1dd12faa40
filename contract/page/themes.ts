// The themes as data: name, layout, fonts and colours. The views render the layouts. The owner's choices override
// these.
import type { alignments, radii } from '../vocabulary.ts';
import type { FontName } from './fonts.ts';
import { type Palette, palettes } from './palettes.ts';

export interface Theme {
  name: string;
  title: string;
  /** The arrangement of avatar, name and bio. */
  layout: string;
  /** The style of links. */
  buttons: string;
  font: FontName;
  display: FontName;
  radius: (typeof radii)[number];
  align: (typeof alignments)[number];
  /** Always dark, whatever the visitor prefers. */
  isDark: boolean;
  day: Palette;
  night?: Palette;
}

export const themes = [
  {
    name: 'signpost',
    title: 'Signpost',
    layout: 'centred',
    buttons: 'arm',
    font: 'bricolage-grotesque',
    display: 'bricolage-grotesque',
    radius: 'soft',
    align: 'center',
    isDark: false,
    ...palettes.signpost,
  },
  {
    name: 'sunday',
    title: 'Sunday',
    layout: 'card',
    buttons: 'soft',
    font: 'dm-sans',
    display: 'dm-sans',
    radius: 'pill',
    align: 'center',
    isDark: false,
    ...palettes.sunday,
  },
  {
    name: 'gazette',
    title: 'Gazette',
    layout: 'masthead',
    buttons: 'rows',
    font: 'lora',
    display: 'playfair-display',
    radius: 'square',
    align: 'center',
    isDark: false,
    ...palettes.gazette,
  },
  {
    name: 'bulletin',
    title: 'Bulletin',
    layout: 'board',
    buttons: 'hard shadow',
    font: 'space-grotesk',
    display: 'space-grotesk',
    radius: 'soft',
    align: 'left',
    isDark: false,
    ...palettes.bulletin,
  },
  {
    name: 'console',
    title: 'Console',
    layout: 'window',
    buttons: 'prompt',
    font: 'jetbrains-mono',
    display: 'jetbrains-mono',
    radius: 'square',
    align: 'left',
    isDark: true,
    ...palettes.console,
  },
  {
    name: 'aurora',
    title: 'Aurora',
    layout: 'halo',
    buttons: 'glass',
    font: 'outfit',
    display: 'outfit',
    radius: 'round',
    align: 'center',
    isDark: true,
    ...palettes.aurora,
  },
  {
    name: 'harbour',
    title: 'Harbour',
    layout: 'band',
    buttons: 'outline',
    font: 'inter',
    display: 'inter',
    radius: 'pill',
    align: 'left',
    isDark: false,
    ...palettes.harbour,
  },
  {
    name: 'atelier',
    title: 'Atelier',
    layout: 'split',
    buttons: 'filled',
    font: 'fraunces',
    display: 'fraunces',
    radius: 'square',
    align: 'left',
    isDark: false,
    ...palettes.atelier,
  },
  {
    name: 'postcard',
    title: 'Postcard',
    layout: 'stamp',
    buttons: 'ticket',
    font: 'lora',
    display: 'caveat',
    radius: 'soft',
    align: 'center',
    isDark: false,
    ...palettes.postcard,
  },
  {
    name: 'poster',
    title: 'Poster',
    layout: 'headline',
    buttons: 'slab',
    font: 'inter',
    display: 'archivo-black',
    radius: 'square',
    align: 'left',
    isDark: true,
    ...palettes.poster,
  },
  {
    name: 'velvet',
    title: 'Velvet',
    layout: 'arch',
    buttons: 'gilt',
    font: 'dm-sans',
    display: 'dm-serif-display',
    radius: 'pill',
    align: 'center',
    isDark: true,
    ...palettes.velvet,
  },
  {
    name: 'bubble',
    title: 'Bubble',
    layout: 'speech',
    buttons: 'puffy',
    font: 'nunito',
    display: 'nunito',
    radius: 'round',
    align: 'left',
    isDark: false,
    ...palettes.bubble,
  },
  {
    name: 'quiet',
    title: 'Quiet',
    layout: 'row',
    buttons: 'list',
    font: 'system',
    display: 'system',
    radius: 'round',
    align: 'left',
    isDark: false,
    ...palettes.quiet,
  },
  {
    name: 'herbarium',
    title: 'Herbarium',
    layout: 'beside',
    buttons: 'label',
    font: 'lora',
    display: 'lora',
    radius: 'soft',
    align: 'left',
    isDark: false,
    ...palettes.herbarium,
  },
] as const satisfies readonly Theme[];

export type ThemeName = (typeof themes)[number]['name'];

const byName: ReadonlyMap<string, Theme & { name: ThemeName }> = new Map(themes.map((theme) => [theme.name, theme]));

/** The theme of that name, or the default theme. */
export function themeNamed(name: string): Theme & { name: ThemeName } {
  return byName.get(name) ?? themes[0];
}
