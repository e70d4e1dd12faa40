// The available appearance options.
import { Type } from 'typebox';
import { alignments, backgroundLayouts, backgroundSources, backgroundTypes, radii } from '../vocabulary.ts';
import { Colour, OneOf } from './common.ts';

const closed = { additionalProperties: false };
const bounded = { maxItems: 100 };

const PaletteRecord = Type.Object(
  {
    background: Colour,
    wash: Type.Array(Colour, { maxItems: 2, description: 'Additional colors blended into the background' }),
    surface: Type.String({ description: 'Background of cards and panels' }),
    text: Colour,
    muted: Type.String({ description: 'Secondary text' }),
    accent: Type.String({ description: 'Links in text' }),
    button: Colour,
    button_text: Colour,
    border: Type.String({ description: 'Border of input fields' }),
  },
  { title: 'Palette', ...closed },
);

const ThemeRecord = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    layout: Type.String({ description: 'How avatar, name and bio are arranged' }),
    buttons: Type.String({ description: 'Style of link buttons' }),
    font: Type.String({ description: 'Font of body text' }),
    display_font: Type.String({ description: 'Font of the name and of headings, unless the owner has chosen a font' }),
    radius: OneOf(radii),
    bio_align: OneOf(alignments),
    is_dark: Type.Boolean({ description: 'Always dark, regardless of the preferred color scheme of the visitor' }),
    day: PaletteRecord,
    night: Type.Union([PaletteRecord, Type.Null()], {
      description: 'Palette for visitors who prefer dark; null if the theme has a single palette',
    }),
  },
  { title: 'Theme', ...closed },
);

const FontRecord = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    kind: OneOf(['sans', 'serif', 'mono', 'hand']),
    subsets: Type.Array(Type.String(), {
      ...bounded,
      description: 'Character subsets of the font; empty for the system font',
    }),
    file: Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
      description: 'URL of the Latin subset as WOFF2; null for the system font',
    }),
  },
  { title: 'Font', ...closed },
);

export const Appearance = Type.Object(
  {
    themes: Type.Array(ThemeRecord, bounded),
    default_theme: Type.String(),
    fonts: Type.Array(FontRecord, bounded),
    radii: Type.Array(OneOf(radii), bounded),
    alignments: Type.Array(OneOf(alignments), bounded),
    background_types: Type.Array(OneOf(backgroundTypes), bounded),
    background_sources: Type.Array(OneOf(backgroundSources), bounded),
    background_layouts: Type.Array(OneOf(backgroundLayouts), bounded),
  },
  { title: 'Appearance', ...closed },
);
