import { useLingui } from '@lingui/react';
import type { BlockType } from '../../../../../contract/vocabulary.ts';
import { blockNames } from '../block-names.ts';

/** Types whose name or description has every word; those whose name has them come first. All without words. */
export function useBlockSearch(text: string): readonly BlockType[] {
  const { i18n } = useLingui();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (description: string) => words.every((word) => description.toLowerCase().includes(word));
  const types = Object.keys(blockNames) as BlockType[];
  const inName = types.filter((type) => has(i18n._(blockNames[type].title)));
  const inText = types.filter((type) => !inName.includes(type) && has(i18n._(blockNames[type].text)));
  return [...inName, ...inText];
}
