// The fields of each type of block and of its items, as data: one component draws them all. Paths and defaults are those
// of `contract/page/block-shapes.ts`, which is too large to load here.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { BlockType } from '../../../../../contract/vocabulary.ts';

export type FieldKind =
  | 'text'
  | 'prose'
  | 'link'
  | 'email'
  | 'tel'
  | 'number'
  | 'choice'
  | 'switch'
  | 'moment'
  | 'player'
  | 'form-fields'
  | 'picture'
  | 'upload'
  | 'slug'
  | 'schedule';

export interface FieldDescription {
  readonly kind: FieldKind;
  /** In the record and in an edit, such as `content.caption`. */
  readonly path: string;
  readonly label: MessageDescriptor;
  readonly hint?: MessageDescriptor;
  /** What applies while nothing is set. */
  readonly fallback?: string | number | boolean;
  /** Of a choice. */
  readonly options?: readonly (readonly [value: string | number, label: MessageDescriptor])[];
  readonly range?: { readonly min: number; readonly max: number; readonly step?: number };
  /** Shares its line with the next one that is half as wide. */
  readonly isHalf?: boolean;
}

const title: FieldDescription = { kind: 'text', path: 'name', label: msg`Title` };
const subtitle: FieldDescription = { kind: 'text', path: 'subheading', label: msg`Line below the title` };
const align = (fallback: string): FieldDescription => ({
  kind: 'choice',
  path: 'settings.align',
  label: msg`Alignment`,
  fallback,
  options: [
    ['left', msg`Left`],
    ['center', msg`Centre`],
    ['right', msg`Right`],
  ],
  isHalf: true,
});
const content = (name: string) => `blocks.content.${name}`;
const player: FieldDescription = {
  kind: 'player',
  path: 'blocks.content',
  label: msg`Address`,
  hint: msg`Copy it from the browser or the app.`,
};

export const blockFields: Readonly<Record<BlockType, readonly FieldDescription[]>> = {
  links: [
    title,
    subtitle,
    {
      kind: 'choice',
      path: 'settings.layout',
      label: msg`Layout`,
      fallback: 'stack',
      options: [
        ['stack', msg`Buttons`],
        ['thumbnails', msg`Buttons with pictures`],
        ['cards', msg`Cards`],
        ['grid', msg`Grid`],
      ],
      isHalf: true,
    },
  ],
  heading: [
    { ...title, label: msg`Heading` },
    { ...subtitle, label: msg`Line below the heading` },
    {
      kind: 'choice',
      path: 'settings.level',
      label: msg`Size`,
      fallback: 2,
      options: [
        [1, msg`Large`],
        [2, msg({ message: 'Medium', context: 'size' })],
        [3, msg`Small`],
      ],
      isHalf: true,
    },
    align('center'),
  ],
  text: [
    {
      kind: 'prose',
      path: 'blocks.content',
      label: msg`Text`,
      hint: msg`**bold**, *italic*, [a link](https://example.com), lists with - or 1.`,
    },
    { ...title, isHalf: true },
    align('left'),
  ],
  image: [
    title,
    subtitle,
    {
      kind: 'choice',
      path: 'settings.fit',
      label: msg`How it fills its frame`,
      fallback: 'cover',
      options: [
        ['cover', msg`Fill the frame`],
        ['contain', msg`Show the whole picture`],
      ],
      isHalf: true,
    },
  ],
  gallery: [
    title,
    subtitle,
    {
      kind: 'choice',
      path: 'settings.columns',
      label: msg`Columns`,
      fallback: 2,
      options: [
        [1, msg`One`],
        [2, msg`Two`],
        [3, msg`Three`],
        [4, msg`Four`],
      ],
      isHalf: true,
    },
  ],
  video: [
    player,
    title,
    subtitle,
    { kind: 'switch', path: 'settings.autoplay', label: msg`Play at once when opened`, fallback: false },
  ],
  music: [player, title, subtitle],
  faq: [title, subtitle],
  signup: [
    title,
    subtitle,
    {
      kind: 'text',
      path: content('placeholder'),
      label: msg`Example in the field`,
      fallback: 'you@example.com',
      isHalf: true,
    },
    { kind: 'text', path: content('button'), label: msg`Button`, fallback: 'Sign up', isHalf: true },
    {
      kind: 'text',
      path: content('thanks'),
      label: msg`What visitors read afterwards`,
      fallback: 'Thank you. You are on the list.',
    },
    {
      kind: 'switch',
      path: 'settings.confirm',
      label: msg`Ask visitors to confirm their address`,
      hint: msg`They get a mail with a link. Only addresses that were confirmed are on your list; others are deleted after seven days (double opt-in).`,
      fallback: false,
    },
  ],
  contact_form: [
    title,
    subtitle,
    { kind: 'form-fields', path: content('fields'), label: msg`Fields` },
    { kind: 'text', path: content('button'), label: msg`Button`, fallback: 'Send', isHalf: true },
    {
      kind: 'text',
      path: content('thanks'),
      label: msg`What visitors read afterwards`,
      fallback: 'Thank you. Your message has been sent.',
    },
  ],
  countdown: [
    title,
    subtitle,
    { kind: 'moment', path: content('until'), label: msg`Until` },
    { kind: 'text', path: content('finished'), label: msg`What it says afterwards` },
  ],
  file: [title, subtitle],
  contact_card: [
    { ...title, label: msg`Name`, hint: msg`Your page’s name if it is empty.` },
    { ...subtitle, label: msg`Role`, isHalf: true },
    { kind: 'text', path: content('organisation'), label: msg`Organisation`, isHalf: true },
    { kind: 'email', path: content('email'), label: msg`E-mail`, isHalf: true },
    { kind: 'tel', path: content('phone'), label: msg`Phone`, isHalf: true },
    { kind: 'text', path: content('address'), label: msg`Postal address` },
    { kind: 'link', path: content('website'), label: msg`Website` },
  ],
  map: [
    { kind: 'text', path: content('label'), label: msg`Name of the place` },
    {
      kind: 'number',
      path: content('latitude'),
      label: msg`Latitude`,
      fallback: 0,
      range: { min: -90, max: 90, step: 0.00001 },
      isHalf: true,
    },
    {
      kind: 'number',
      path: content('longitude'),
      label: msg`Longitude`,
      fallback: 0,
      range: { min: -180, max: 180, step: 0.00001 },
      isHalf: true,
    },
    {
      kind: 'number',
      path: content('zoom'),
      label: msg`Zoom`,
      hint: msg`1 shows the world, 19 a street.`,
      fallback: 13,
      range: { min: 1, max: 19 },
      isHalf: true,
    },
    { ...title, isHalf: true },
  ],
  divider: [
    {
      kind: 'choice',
      path: 'settings.style',
      label: msg`Style`,
      fallback: 'line',
      options: [
        ['line', msg`Line`],
        ['dots', msg`Dots`],
        ['wave', msg`Wave`],
        ['space', msg`Space`],
      ],
      isHalf: true,
    },
  ],
  social: [
    {
      kind: 'choice',
      path: 'settings.style',
      label: msg`Style`,
      hint: msg`The profiles themselves are under Look.`,
      fallback: 'icons',
      options: [
        ['icons', msg`Icons`],
        ['buttons', msg`Buttons`],
      ],
      isHalf: true,
    },
    { ...title, isHalf: true },
  ],
};

const caption: FieldDescription = { kind: 'text', path: 'content.caption', label: msg`Caption` };
const link: FieldDescription = { kind: 'link', path: 'link', label: msg`Link` };
const slug: FieldDescription = { kind: 'slug', path: 'slug', label: msg`Short address` };
const picture: FieldDescription = { kind: 'picture', path: 'thumbnail', label: msg`Picture` };
const alternative: FieldDescription = {
  kind: 'text',
  path: 'content.alt',
  label: msg`Alternative text`,
  hint: msg`What the picture shows, for people who cannot see it.`,
};
const schedule: FieldDescription = { kind: 'schedule', path: 'settings', label: msg`Schedule` };
const sensitive: FieldDescription = {
  kind: 'switch',
  path: 'settings.sensitive',
  label: msg`Sensitive`,
  hint: msg`Visitors are warned before they follow it.`,
  fallback: false,
};
const highlight: FieldDescription = {
  kind: 'switch',
  path: 'settings.highlight',
  label: msg`Highlight`,
  hint: msg`Draws attention to it.`,
  fallback: false,
};
const linked = [slug, highlight, sensitive, schedule];

export const itemFields: Partial<Readonly<Record<BlockType, readonly FieldDescription[]>>> = {
  links: [
    caption,
    link,
    { kind: 'text', path: 'element.description', label: msg`Description` },
    picture,
    alternative,
    ...linked,
  ],
  image: [picture, alternative, caption, link, slug, sensitive, schedule],
  gallery: [picture, alternative, caption, link, slug, sensitive, schedule],
  faq: [
    { ...caption, label: msg`Question` },
    { kind: 'prose', path: 'element.answer', label: msg`Answer` },
  ],
  file: [caption, { kind: 'upload', path: 'link', label: msg`File` }, slug, sensitive, schedule],
};
