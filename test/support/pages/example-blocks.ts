// A block of each type with every field that it can have, from the examples of the definitions.
import { isOneField } from '../../../contract/blocks/definition.ts';
import { blockExamples } from '../../../contract/blocks/examples.ts';
import type { Field, Fields } from '../../../contract/blocks/fields.ts';
import { type BlockType, blockTypes, definitionOf } from '../../../contract/blocks/index.ts';
import { blockLimits } from '../../../contract/page/block-limits.ts';
import type { BlockGiven, ItemGiven } from './pages.ts';

/** Another text for the one of the example. `input` is set where it has to be an address or a number to be shown. */
export type Say = (plain: string, max: number, input?: 'email' | 'tel' | 'link') => string;

const unchanged: Say = (plain) => plain;

/** As in a page document. Its links have slugs, with which they can be followed. */
export function exampleBlock(block: BlockType, say: Say = unchanged, target?: string): BlockGiven {
  const { name, subheading, content, settings, items } = blockExamples[block];
  const { content: fields, items: ofItems } = definitionOf(block);
  return {
    block,
    ...(name && { name: say(name, blockLimits.name) }),
    ...(subheading && { subheading: say(subheading, blockLimits.subheading) }),
    ...(content !== undefined && {
      content: isOneField(fields) ? said(content, fields, say) : saidIn(content as object, fields ?? {}, say),
    }),
    ...(settings && { settings }),
    ...(items && {
      items: items.map((item, index): ItemGiven => {
        const { caption, alt, link, element, settings: ofItem } = item;
        return {
          ...(caption && { caption: say(caption, blockLimits.caption) }),
          ...(alt && { alt: say(alt, blockLimits.alt) }),
          ...(link && { link: target ?? link, slug: `${block.replaceAll('_', '-')}-${index + 1}` }),
          ...(element && { element: saidIn(element, ofItems!.element, say) }),
          ...(ofItem && { settings: ofItem }),
        };
      }),
    }),
  };
}

export const exampleBlocks = (say?: Say, target?: string): BlockGiven[] =>
  blockTypes.map((type) => exampleBlock(type, say, target));

function saidIn(values: object, fields: Fields, say: Say): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, said(value, fields[name]!, say)]));
}

/** Texts without a label are no texts of the owner's. */
function said(value: unknown, field: Field, say: Say): unknown {
  if (field.kind === 'form-fields') {
    const fields = value as { label: string }[];
    return fields.map((one) => ({ ...one, label: say(one.label, blockLimits.label) }));
  }
  const isText = (field.kind === 'text' || field.kind === 'prose') && field.label !== undefined;
  return isText ? say(value as string, field.max, field.input) : value;
}
