// What an owner can choose from.
import { Type } from 'typebox';
import { alignments, backgroundSources, backgroundTypes, radii } from '../vocabulary.ts';
import { Colour, OneOf } from './common.ts';

const closed = { additionalProperties: false };
const most = { maxItems: 100 };

const PaletteRecord = Type.Object(
  {
    background: Colour,
    wash: Type.Array(Colour, { maxItems: 2, description: 'Other colours that shine through the background' }),
    surface: Type.String({ description: 'Of cards and panels' }),
    text: Colour,
    muted: Type.String({ description: 'Of quiet text' }),
    accent: Type.String({ description: 'Of links in text' }),
    button: Colour,
    button_text: Colour,
    border: Type.String({ description: 'Around what can be typed into' }),
  },
  { title: 'Palette', ...closed },
);

const ThemeRecord = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    layout: Type.String({ description: 'Where picture, name and bio stand' }),
    buttons: Type.String({ description: 'What a link looks like' }),
    font: Type.String({ description: 'Of the text' }),
    display_font: Type.String({ description: 'Of the name and of headings, where the owner chose no font' }),
    radius: OneOf(radii),
    bio_align: OneOf(alignments),
    is_dark: Type.Boolean({ description: 'Light on dark, whatever the visitor prefers' }),
    day: PaletteRecord,
    night: Type.Union([PaletteRecord, Type.Null()], {
      description: 'For visitors who prefer it dark; null where there is one palette for all',
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
      ...most,
      description: 'Letters that it has; empty for the visitor’s own font',
    }),
    file: Type.Union([Type.String({ format: 'uri' }), Type.Null()], {
      description: 'Its Latin letters, as WOFF2; null for the visitor’s own font',
    }),
  },
  { title: 'Font', ...closed },
);

export const Appearance = Type.Object(
  {
    themes: Type.Array(ThemeRecord, most),
    default_theme: Type.String(),
    fonts: Type.Array(FontRecord, most),
    radii: Type.Array(OneOf(radii), most),
    alignments: Type.Array(OneOf(alignments), most),
    background_types: Type.Array(OneOf(backgroundTypes), most),
    background_sources: Type.Array(OneOf(backgroundSources), most),
  },
  { title: 'Appearance', ...closed },
);
