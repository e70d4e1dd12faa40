// Each block type has a file of its name, which renders it and contains its part of the style sheet.
import type { BlockOf, Page, PageBlock } from '../../../contract/page/page.ts';
import { type BlockType, blockTypes } from '../../../contract/vocabulary.ts';
import { type Html, html } from '../html.ts';
import { baseStyle } from './blocks/base-style.ts';
import { contactCard } from './blocks/contact-card.ts';
import { countdown } from './blocks/countdown.ts';
import { divider } from './blocks/divider.ts';
import { file } from './blocks/file.ts';
import { contactForm } from './blocks/forms/contact-form.ts';
import { formStyle } from './blocks/forms/form.ts';
import { signup } from './blocks/forms/signup.ts';
import { links } from './blocks/links/links.ts';
import { social } from './blocks/links/social.ts';
import { map } from './blocks/map.ts';
import { gallery } from './blocks/pictures/gallery.ts';
import { image } from './blocks/pictures/image.ts';
import { figureStyle } from './blocks/pictures/picture.ts';
import { music } from './blocks/players/music.ts';
import { stillStyle } from './blocks/players/still.ts';
import { video } from './blocks/players/video.ts';
import { faq } from './blocks/text/faq.ts';
import { heading } from './blocks/text/heading.ts';
import { quote } from './blocks/text/quote.ts';
import { markdownStyle, text } from './blocks/text/text.ts';
import type { BlockView, SharedStyle } from './blocks/view.ts';

export { socialLinks } from './social-links.ts';

const views: { [T in BlockType]: BlockView<T> } = {
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

/** Empty if the block has nothing to show. */
export function renderBlock(block: PageBlock, page: Page): Html {
  const view = viewOf(block.type);
  const body = view.render(block as BlockOf<BlockType>, page);
  if (!body) return html``;
  return html`<section class="b b-${block.type}" id="b${block.id}">${!view.isUntitled && title(block)}${body}</section>
`;
}

function title({ name, subheading }: PageBlock): Html {
  return html`${name?.trim() && html`<h2 dir="auto">${name}</h2>`}${subheading?.trim() && html`<p class="sub" dir="auto">${subheading}</p>`}`;
}

const sharedStyles: [SharedStyle, string][] = [
  ['figure', figureStyle],
  ['still', stillStyle],
  ['markdown', markdownStyle],
  ['form', formStyle],
];

/** The styles of the block types on the page. */
export function blockStyles(page: Page): string {
  const types = new Set(page.blocks.map(({ type }) => type));
  if (types.size === 0) return '';
  const used = blockTypes.filter((type) => types.has(type)).map(viewOf);
  const parts = [
    baseStyle,
    ...sharedStyles.filter(([name]) => used.some((view) => view.sharedStyle === name)).map(([, style]) => style),
    ...used.map(({ style }) => style),
  ];
  return parts.join('').replaceAll('\n', '');
}

/** Origins of the embedded players. */
export function framesOf(page: Page): string[] {
  const players = page.blocks.map((block) => viewOf(block.type).player?.(block as BlockOf<BlockType>));
  return [...new Set(players.flatMap((player) => (player ? new URL(player.src).origin : [])))];
}

/** What the page's script does for its blocks, each once. */
export function blockScripts(page: Page): string[] {
  const scripts = page.blocks.map((block) => viewOf(block.type).script?.(block as BlockOf<BlockType>));
  return [...new Set(scripts.filter((script) => script !== undefined))];
}

/** The view matches the type of the block, which the type checker cannot infer from a table. */
function viewOf(type: BlockType): BlockView<BlockType> {
  return views[type] as BlockView<BlockType>;
}
