// The types of blocks: the one list of them, in the order of the API.
import { contactCard } from './contact-card.ts';
import { contactForm } from './contact-form.ts';
import { countdown } from './countdown.ts';
import type { BlockDefinition, Content, ContentOf } from './definition.ts';
import { divider } from './divider.ts';
import { faq } from './faq.ts';
import type { Fields, ValuesOf } from './fields.ts';
import { file } from './file.ts';
import { gallery } from './gallery.ts';
import { heading } from './heading.ts';
import { image } from './image.ts';
import type { commonSettings, linkSettings } from './link-settings.ts';
import { links } from './links.ts';
import { map } from './map.ts';
import { music } from './music.ts';
import { quote } from './quote.ts';
import { signup } from './signup.ts';
import { social } from './social.ts';
import { text } from './text.ts';
import { video } from './video.ts';

export const blockDefinitions = {
  links,
  heading,
  text,
  image,
  gallery,
  video,
  music,
  faq,
  signup,
  contact_form: contactForm,
  countdown,
  file,
  contact_card: contactCard,
  map,
  divider,
  social,
  quote,
};

type Definitions = typeof blockDefinitions;
export type BlockType = keyof Definitions;
export const blockTypes = Object.keys(blockDefinitions) as BlockType[];

export type BlockSettings<T extends BlockType> = ValuesOf<typeof commonSettings> & ValuesOf<Definitions[T]['settings']>;
export type BlockContent<T extends BlockType> = ContentOf<Definitions[T]['content']>;
export type ItemElement<T extends BlockType> =
  Definitions[T] extends BlockDefinition<Fields, Content, infer Element> ? ValuesOf<Element> : never;
export type ItemSettings = ValuesOf<typeof linkSettings>;

/** As plain data. */
export const definitionOf = (type: BlockType): BlockDefinition => blockDefinitions[type];

/** Whether items of this type may have a link. */
export function hasLinks(type: BlockType): boolean {
  return definitionOf(type).items?.link !== undefined;
}

export function hasItems(type: BlockType): boolean {
  return definitionOf(type).items !== undefined;
}

/** Whether items can move between blocks of these types. */
export function haveLikeItems(one: BlockType, other: BlockType): boolean {
  return hasItems(one) && definitionOf(one).items?.kind === definitionOf(other).items?.kind;
}
