import { useLingui } from '@lingui/react';
import { blockGroups } from '../../../../../contract/blocks/definition.ts';
import { type BlockType, blockDefinitions, blockTypes } from '../../../../../contract/blocks/index.ts';

/** What most pages have comes first. */
const ordered = blockGroups.flatMap((group) => blockTypes.filter((type) => blockDefinitions[type].group === group));

/** Types whose name or description has every word; those whose name has them come first. All without words. */
export function useBlockSearch(text: string): readonly BlockType[] {
  const { i18n } = useLingui();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (description: string) => words.every((word) => description.toLowerCase().includes(word));
  const inName = ordered.filter((type) => has(i18n._(blockDefinitions[type].title)));
  const inText = ordered.filter((type) => !inName.includes(type) && has(i18n._(blockDefinitions[type].text)));
  return [...inName, ...inText];
}
