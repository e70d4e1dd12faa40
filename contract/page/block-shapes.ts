// The shape of each block type: its settings, its content, and the fields of its items beside caption, link and
// picture. Writes are validated against schemas derived from them (`schemas/writable-shapes.ts`); on display, all
// defaults are filled in (`reading.ts`).
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { OneOf } from '../schemas/common.ts';
import { alignments, type BlockType } from '../vocabulary.ts';
import { blockLimits } from './block-limits.ts';
import { defaultContactFields } from './forms.ts';

export { blockLimits } from './block-limits.ts';

const closed = { additionalProperties: false };
/**
 * `x-lines` and `x-address` apply to writes only: stored text is shown whatever it contains, and an address in the place
 * of an id is stored as the id in it (`player-content.ts`).
 */
const text = (maxLength: number, fallback = '') => Type.String({ maxLength, default: fallback, 'x-lines': 'one' });
const prose = (maxLength: number) => Type.String({ maxLength, default: '', 'x-lines': 'many' });
const flag = (fallback: boolean) => Type.Boolean({ default: fallback, 'x-rule': 'must be true or false' });
const oneOf = <Words extends string[]>(words: readonly [...Words], fallback: Words[number]) =>
  OneOf(words, { default: fallback, 'x-rule': `must be one of ${words.join(', ')}` });
const whole = (minimum: number, maximum: number, fallback: number) =>
  Type.Integer({
    minimum,
    maximum,
    default: fallback,
    'x-rule': `must be a whole number from ${minimum} to ${maximum}`,
  });
const degrees = (max: number) =>
  Type.Number({ minimum: -max, maximum: max, default: 0, 'x-rule': `must be a number from -${max} to ${max}` });
const shape = <T extends Record<string, TSchema>>(properties: T) => Type.Object(properties, { ...closed, default: {} });
const nothing = shape({});
const instant = Type.Union(
  [
    Type.String({
      format: 'date-time',
      'x-rule': 'must be a date and time such as 2026-12-01T09:00:00Z',
    }),
    Type.Null(),
  ],
  { default: null },
);

/** `enabled` is a setting of every type: a block that is off is not on the page. */
const blockSettings = <T extends Record<string, TSchema>>(own: T) => shape({ enabled: flag(true), ...own });
const onlyEnabled = blockSettings({});

/** Settings of a link, in any block. */
const linkSettings = {
  enabled: flag(true),
  from: instant,
  to: instant,
  highlight: flag(false),
  sensitive: flag(false),
  /** The query string of the short URL is appended to the target. */
  pass_query: flag(false),
  language: text(35),
};

interface Shape {
  settings: TObject;
  content: TSchema;
  item: { element: TObject; settings: TObject };
}

const fieldTypes = ['text', 'email', 'tel', 'message'] as const;
const noItems = { element: nothing, settings: nothing };

export const blockShapes = {
  links: {
    settings: blockSettings({ layout: oneOf(['stack', 'thumbnails', 'cards', 'grid'], 'stack') }),
    content: Type.Null({ default: null }),
    item: { element: shape({ description: text(blockLimits.subheading) }), settings: shape(linkSettings) },
  },
  heading: {
    settings: blockSettings({
      level: whole(1, 3, 2),
      align: oneOf(alignments, 'center'),
    }),
    content: Type.Null({ default: null }),
    item: noItems,
  },
  text: {
    settings: blockSettings({ align: oneOf(alignments, 'left') }),
    content: prose(blockLimits.text),
    item: noItems,
  },
  image: {
    settings: blockSettings({ fit: oneOf(['cover', 'contain'], 'cover') }),
    content: Type.Null({ default: null }),
    item: { element: nothing, settings: shape(linkSettings) },
  },
  gallery: {
    settings: blockSettings({ columns: whole(1, 4, 2) }),
    content: Type.Null({ default: null }),
    item: { element: nothing, settings: shape(linkSettings) },
  },
  video: {
    settings: blockSettings({ autoplay: flag(false) }),
    content: shape({
      provider: oneOf(['youtube', 'vimeo', 'tiktok'], 'youtube'),
      id: Type.String({
        pattern: '^[A-Za-z0-9_-]{0,64}$',
        default: '',
        'x-rule': 'must be at most 64 of the characters A-Z a-z 0-9 _ -',
        'x-address': true,
      }),
    }),
    item: noItems,
  },
  music: {
    settings: onlyEnabled,
    content: shape({
      provider: oneOf(['spotify', 'soundcloud', 'apple_music'], 'spotify'),
      kind: oneOf(['track', 'album', 'playlist', 'artist', 'episode', 'show'], 'track'),
      /** Spotify's id; for the other two the path of the URL. */
      id: Type.String({
        pattern: '^[A-Za-z0-9][A-Za-z0-9_./-]{0,199}$|^$',
        default: '',
        'x-rule': 'must be at most 200 of the characters A-Z a-z 0-9 _ . / -, starting with a letter or a digit',
        'x-address': true,
      }),
    }),
    item: noItems,
  },
  faq: {
    settings: onlyEnabled,
    content: Type.Null({ default: null }),
    item: { element: shape({ answer: prose(blockLimits.answer) }), settings: nothing },
  },
  signup: {
    /** `confirm`: an address is on the list once its owner has followed the link in a mail. */
    settings: blockSettings({ confirm: flag(false) }),
    content: shape({
      placeholder: text(blockLimits.label, 'you@example.com'),
      button: text(blockLimits.label, 'Sign up'),
      thanks: text(blockLimits.subheading, 'Thank you. You are on the list.'),
    }),
    item: noItems,
  },
  contact_form: {
    settings: onlyEnabled,
    content: shape({
      fields: Type.Array(
        Type.Object(
          {
            name: Type.String({
              pattern: '^[a-z][a-z0-9_]{0,39}$',
              'x-rule': 'must be a lowercase letter, then at most 39 lowercase letters, digits and _',
            }),
            label: Type.String({ minLength: 1, maxLength: blockLimits.label, 'x-lines': 'one' }),
            type: Type.Optional(OneOf(fieldTypes, { 'x-rule': `must be one of ${fieldTypes.join(', ')}` })),
            required: Type.Optional(Type.Boolean({ 'x-rule': 'must be true or false' })),
          },
          closed,
        ),
        {
          maxItems: blockLimits.formFields,
          'x-rule': `must be a list of at most ${blockLimits.formFields} fields`,
          default: [...defaultContactFields],
        },
      ),
      button: text(blockLimits.label, 'Send'),
      thanks: text(blockLimits.subheading, 'Thank you. Your message has been sent.'),
    }),
    item: noItems,
  },
  countdown: {
    settings: onlyEnabled,
    content: shape({ until: instant, finished: text(blockLimits.subheading) }),
    item: noItems,
  },
  file: {
    settings: onlyEnabled,
    content: Type.Null({ default: null }),
    item: {
      element: shape({
        type: text(100),
        bytes: Type.Integer({ minimum: 0, default: 0, 'x-rule': 'must be a whole number, 0 or more' }),
      }),
      settings: shape(linkSettings),
    },
  },
  contact_card: {
    settings: onlyEnabled,
    content: shape({
      organisation: text(blockLimits.name),
      email: text(blockLimits.email),
      phone: text(blockLimits.phone),
      address: text(blockLimits.subheading),
      website: text(blockLimits.url),
    }),
    item: noItems,
  },
  map: {
    settings: onlyEnabled,
    content: shape({
      latitude: degrees(90),
      longitude: degrees(180),
      zoom: whole(1, 19, 13),
      label: text(blockLimits.subheading),
    }),
    item: noItems,
  },
  divider: {
    settings: blockSettings({ style: oneOf(['line', 'dots', 'wave', 'space'], 'line') }),
    content: Type.Null({ default: null }),
    item: noItems,
  },
  social: {
    settings: blockSettings({ style: oneOf(['icons', 'buttons'], 'icons') }),
    content: Type.Null({ default: null }),
    item: noItems,
  },
} satisfies Record<BlockType, Shape>;

type Shapes = typeof blockShapes;
export type BlockSettings<T extends BlockType> = Static<Shapes[T]['settings']>;
export type BlockContent<T extends BlockType> = Static<Shapes[T]['content']>;
export type ItemElement<T extends BlockType> = Static<Shapes[T]['item']['element']>;
