// The sections of an account's record: schemas for reading and for editing. Fields that are not sent keep their values;
// null resets a field to its default.
import { type Static, type TObject, Type } from 'typebox';
import { LANGUAGE_TAG, MAX_LANGUAGE_TAG } from '../languages.ts';
import { limits } from '../limits.ts';
import { blockLimits } from '../page/block-shapes.ts';
import { contrastPairs } from '../page/contrast.ts';
import { fonts } from '../page/fonts.ts';
import { type Network, networks, socialNetworks } from '../page/social-networks.ts';
import { themes } from '../page/themes.ts';
import { alignments, backgroundLayouts, backgroundSources, backgroundTypes, radii } from '../vocabulary.ts';
import { Colour, NullableText, OneOf, Url } from './common.ts';
import { Background, Customize, Seo } from './profile.ts';
import { line, orNull, prose, word } from './writing.ts';

const closed = { additionalProperties: false };

const ProfileSection = Type.Object(
  { name: Type.String(), bio: Type.String(), avatar: Url },
  { title: 'ProfileSection', ...closed },
);
/** Of `background_layout`. */
export const layoutMeaning =
  'Where the content is if the background is an image or a video: `full` for the picture itself, under a layer of color that keeps text readable, or `panel` for a panel in front of it';
const OptionsSection = Type.Object(
  {
    consent_bar: Type.Boolean(),
    language: Type.Union([Type.String(), Type.Null()], { description: 'Language of the page, as a BCP 47 tag' }),
    background_layout: OneOf(backgroundLayouts, { description: layoutMeaning }),
  },
  { title: 'OptionsSection', ...closed },
);

/** Language of a page, for `<html lang>` and the direction of writing. */
export const PageLanguage = Type.String({
  maxLength: MAX_LANGUAGE_TAG,
  pattern: LANGUAGE_TAG,
  description: 'Language of the page, as a BCP 47 tag such as `de` or `pt-BR`. It sets `lang` and `dir` of the page',
  'x-trimmed': true,
  'x-rule': 'must be a language tag such as de or pt-BR',
});

/** A field for each network, in the order of the page. */
export function eachNetwork<T>(make: (network: Network) => T): Record<Network, T> {
  return Object.fromEntries(networks.map((network) => [network, make(network)])) as Record<Network, T>;
}
const SocialSection = Type.Object(
  eachNetwork(() => NullableText),
  { title: 'SocialSection', ...closed },
);

/** For reading. */
export const sections = {
  profile: ProfileSection,
  seo: Seo,
  social: SocialSection,
  customize: Customize,
  background: Background,
  options: OptionsSection,
};
export type SectionName = keyof typeof sections;
export type SectionRecords = { [Name in SectionName]: Static<(typeof sections)[Name]> };

type Flagged = '1' | '0' | 1 | 0 | boolean | null;

/** Returned as "1" or "0"; numbers and booleans are accepted too. */
function flag(description: string) {
  const rule = 'must be "1" or "0", or null';
  return Type.Unsafe<Flagged>({ enum: ['1', '0', 1, 0, true, false, null], description, 'x-rule': rule });
}

/** The same, but returned as true or false. */
function truth(description: string) {
  const rule = 'must be true or false, or null';
  return Type.Unsafe<Flagged>({ enum: [true, false, '1', '0', 1, 0, null], description, 'x-rule': rule });
}

function upload(description: string) {
  const rule = 'must be the address of one of your uploads';
  return orNull(Type.String({ maxLength: blockLimits.url, 'x-trimmed': true, description, 'x-rule': rule }));
}

function colour(description: string) {
  return orNull(
    Type.String({
      pattern: '^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$',
      description,
      'x-rule': 'must be a colour in the form #rrggbb',
    }),
  );
}

function handle(description: string) {
  return orNull(line({ max: limits.socialHandle, description }));
}

/** "an e-mail address" → "An e-mail address". */
function described(expects: string): string {
  return expects.charAt(0).toUpperCase() + expects.slice(1);
}

/** An object, or null to reset all of its fields. */
function part<T extends TObject>(object: T) {
  return Type.Unsafe<Static<T> | null>({
    ...object,
    type: ['object', 'null'],
    'x-rule': 'must be an object, or null',
  });
}

const externalUrl = orNull(
  Type.String({
    maxLength: blockLimits.url,
    description: 'URL of the file, for the source `external`',
    'x-trimmed': true,
    'x-rule': `must be an https address of at most ${blockLimits.url} characters`,
  }),
);
const source = orNull(word(backgroundSources, 'Whether the upload or the external URL is shown'));

/** For editing. */
export const sectionEdits = {
  profile: Type.Partial(
    Type.Object({
      name: orNull(line({ min: 1, max: limits.personName, description: 'Default: the username' })),
      bio: orNull(prose({ max: limits.bio })),
      avatar: upload('URL of an uploaded image; null for the generated one'),
    }),
  ),
  seo: Type.Partial(
    Type.Object({
      enable: flag('"1" to use these settings, "0" to use name and bio'),
      block_engine: flag('"1" to ask search engines not to index the page'),
      page_name: orNull(line({ max: limits.pageName })),
      page_description: orNull(prose({ max: limits.pageDescription })),
      opengraph_image: upload('URL of an uploaded image; null for the generated one'),
    }),
  ),
  social: Type.Partial(Type.Object(eachNetwork((network) => handle(described(socialNetworks[network].expects))))),
  customize: Type.Partial(
    Type.Object({
      font: orNull(word(fonts.map(({ name }) => name))),
      theme: orNull(word(themes.map(({ name }) => name))),
      button_background_color: colour('Null for the value of the theme'),
      button_text_color: colour('Null for the value of the theme'),
      texts_color: colour('Null for the value of the theme'),
      radius: orNull(word(radii)),
      bio_align: orNull(word(alignments)),
    }),
  ),
  background: Type.Partial(
    Type.Object({
      type: orNull(word(backgroundTypes, 'Null for the value of the theme')),
      settings: part(
        Type.Partial(
          Type.Object({
            video: part(
              Type.Partial(
                Type.Object({ source, external_url: externalUrl, video: upload('URL of an uploaded video') }),
              ),
            ),
            image: part(
              Type.Partial(
                Type.Object({ source, external_url: externalUrl, image: upload('URL of an uploaded image') }),
              ),
            ),
            solid: part(Type.Partial(Type.Object({ color: colour('Background color') }))),
            gradient: part(
              Type.Partial(
                Type.Object({
                  color_1: colour('Start color'),
                  color_2: colour('End color'),
                  animate: flag('"1" to animate the gradient'),
                }),
              ),
            ),
          }),
        ),
      ),
    }),
  ),
  options: Type.Partial(
    Type.Object({
      consent_bar: truth('Whether visitors are asked for consent before pixels load'),
      language: orNull(PageLanguage),
      background_layout: orNull(word(backgroundLayouts, layoutMeaning)),
    }),
  ),
};
export type SectionEdits = { [Name in SectionName]: Static<(typeof sectionEdits)[Name]> };

export const SectionSaved = Type.Object({ message: Type.String() }, { title: 'SectionSaved', ...closed });

const ContrastFix = Type.Object(
  {
    section: OneOf(['customize', 'background'], { description: 'The section to send it to' }),
    field: Type.String({ description: 'The path of the field in that section' }),
    color: Colour,
  },
  { title: 'ContrastFix', ...closed },
);

export const ContrastPair = Type.Object(
  {
    pair: OneOf(contrastPairs),
    color: Colour,
    on: Type.String({ description: 'The background color with the lowest contrast to it' }),
    ratio: Type.Number({ description: 'Contrast ratio from 1 to 21, rounded down' }),
    needed: Type.Number({ description: 'The ratio that WCAG AA requires' }),
    passes: Type.Boolean(),
    fixes: Type.Array(ContrastFix, {
      maxItems: 2,
      description: 'Changes that make the pair pass; each is enough on its own. Empty if the pair passes',
    }),
    shown: Type.Object(
      { color: Colour, on: Colour },
      { ...closed, description: 'The colors that the page uses; they are always readable' },
    ),
  },
  { title: 'ContrastPair', ...closed },
);

const Contrasts = Type.Array(ContrastPair, { maxItems: contrastPairs.length });
export const ContrastReport = Type.Object({ contrast: Contrasts }, { title: 'ContrastReport', ...closed });
export const AppearanceSaved = Type.Object(
  { message: Type.String(), contrast: Contrasts },
  { title: 'LookSaved', ...closed },
);

const tried = (what: string) =>
  Type.String({
    pattern: '^#?[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$',
    description: `${what}, with or without the #`,
    'x-rule': 'must be a colour in the form #rrggbb',
  });

export const ContrastParameters = Type.Partial(
  Type.Object({
    theme: word(
      themes.map(({ name }) => name),
      'The theme',
    ),
    texts_color: tried('Text color'),
    button_text_color: tried('Text color of buttons'),
    button_background_color: tried('Background color of buttons'),
    background_type: word(
      [...backgroundTypes, 'theme'],
      'Type of the background; `theme` for the background of the theme',
    ),
    color: tried('Color of a solid background'),
    color_1: tried('Start color of a gradient'),
    color_2: tried('End color of a gradient'),
  }),
);

export const UsernameSection = Type.Object(
  {
    username: Type.String(),
    url: Type.String({ format: 'uri', description: 'The address of the page' }),
    former_usernames: Type.Array(Type.String(), {
      maxItems: limits.formerUsernames,
      description: 'Previous usernames. They redirect to the page and cannot be taken by other accounts',
    }),
  },
  { title: 'UsernameSection', ...closed },
);

export const UsernameEdit = Type.Object({
  username: Type.String({
    minLength: limits.usernameMin,
    maxLength: limits.usernameMax,
    pattern: '^[a-z0-9_-]*$',
    'x-trimmed': true,
    'x-rule': `must have ${limits.usernameMin} to ${limits.usernameMax} characters: lowercase letters a-z, digits, - and _`,
  }),
});
