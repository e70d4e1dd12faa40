// What a change is about, in the words of the dashboard.
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { PageImportChange } from '../../../../clients/typescript/index.ts';
import { blockDefinitions } from '../../../../contract/blocks/index.ts';
import type { BlockType } from '../../../../contract/vocabulary.ts';

const sections: Readonly<Record<string, MessageDescriptor>> = {
  profile: msg`Name, bio and picture`,
  seo: msg`Search results and shared links`,
  social: msg`Social profiles`,
  customize: msg`Look`,
  background: msg`Background`,
  options: msg`Options of the page`,
};

const kinds: Readonly<Record<PageImportChange['what'], MessageDescriptor | undefined>> = {
  section: undefined,
  block: msg`Block`,
  item: msg`Item`,
  pixel: msg`Pixel`,
};

export interface ChangeWords {
  name: string;
  /** What it is, and how much is in it. */
  details: string;
}

export function changeWords({ what, name, text }: PageImportChange, i18n: I18n): ChangeWords {
  // A block without a name is called after its type.
  const isType = what === 'block' && Object.hasOwn(blockDefinitions, name);
  const known = what === 'section' ? sections[name] : isType ? blockDefinitions[name as BlockType].title : undefined;
  const kind = kinds[what];
  const items = Number(/ with (\d+) items?$/.exec(text)?.[1] ?? 0);
  const details = [
    kind && i18n._(kind),
    items > 0 && i18n._(msg`${plural(items, { one: 'with # item', other: 'with # items' })}`),
  ];
  return { name: known ? i18n._(known) : name, details: details.filter(Boolean).join(' ') };
}
