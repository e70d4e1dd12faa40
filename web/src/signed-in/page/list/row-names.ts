// What a block or an item is called in the list.
import type { I18n } from '@lingui/core';
import type { Block, BlockItem } from '../../../../../clients/typescript/index.ts';
import type { Field } from '../../../../../contract/blocks/fields.ts';
import { definitionOf } from '../../../../../contract/blocks/index.ts';
import { isFields } from '../../editing/index.ts';

/** Empty if it has neither a caption nor a link. */
export function captionOf({ content, link }: BlockItem): string {
  return content.caption || targetOf(link);
}

/** An address without what all addresses have. */
export function targetOf(link: string | null): string {
  return (link ?? '').replace(/^(?:https?:\/\/(?:www\.)?|mailto:|tel:)/, '').replace(/\/$/, '');
}

export function kindOf({ block }: Block, i18n: I18n): string {
  return i18n._(definitionOf(block).title);
}

export function nameOf(block: Block, i18n: I18n): string {
  return block.name || beginningOf(block) || kindOf(block, i18n);
}

const SHOWN_CHARACTERS = 80;

/** The first words of its text, without the marks of formatting. */
function beginningOf({ block, blocks }: Block): string {
  const { content: fields } = definitionOf(block);
  const content: unknown = blocks?.content;
  const prose = Object.entries(fields ?? {}).find(([, field]: [string, Partial<Field>]) => field.kind === 'prose');
  const text = prose && isFields(content) ? content[prose[0]] : content;
  if (typeof text !== 'string') return '';
  const plain = text
    // Neither part may contain its own opening mark: otherwise, each of them would be searched to the end of the text.
    .replaceAll(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[*_`#>]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain.length <= SHOWN_CHARACTERS) return plain;
  const cut = plain.slice(0, SHOWN_CHARACTERS);
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1).trimEnd() || cut}…`;
}
