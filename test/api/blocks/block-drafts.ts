// A block of each type with every field that it can have, as a client sends it.
import { blockExamples } from '../../../contract/blocks/examples.ts';
import { type BlockType, blockTypes } from '../../../contract/blocks/index.ts';
import type { Json } from './block-client.ts';

export const until = '2099-12-25T10:00:00Z';

export const drafts = Object.fromEntries(blockTypes.map((type) => [type, draftOf(type)])) as Record<BlockType, Json>;

function draftOf(type: BlockType): Json {
  const { content, items, ...rest } = blockExamples[type];
  return {
    ...rest,
    ...(content !== undefined && { blocks: { content } }),
    ...(items && {
      items: items.map(({ caption, alt, ...item }) => ({ content: { caption, ...(alt && { alt }) }, ...item })),
    }),
  };
}
