// Between which blocks items can move. The service decides; this is what it allows.
import type { Block } from '../../../../../clients/typescript/index.ts';
import type { BlockType } from '../../../../../contract/vocabulary.ts';

const kinds: Partial<Record<BlockType, string>> = {
  links: 'link',
  image: 'picture',
  gallery: 'picture',
  faq: 'question',
  file: 'file',
};

export function hasItems({ block }: Pick<Block, 'block'>): boolean {
  return kinds[block] !== undefined;
}

export function haveLikeItems(one: Pick<Block, 'block'>, other: Pick<Block, 'block'>): boolean {
  return hasItems(one) && kinds[one.block] === kinds[other.block];
}
