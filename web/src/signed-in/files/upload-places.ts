// Where the page uses an upload. Its digest is in every address of it.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Upload } from '../../../../clients/typescript/index.ts';
import { readUploadReference } from '../../../../contract/page/uploads.ts';
import { blocksQuery, profileQuery } from '../queries.ts';

/** Names of the places; empty if there are none. */
export function useUploadPlaces(): (upload: Upload) => readonly string[] {
  const { t } = useLingui();
  const profile = useQuery(profileQuery).data;
  const blocks = useQuery(blocksQuery).data?.records ?? [];
  return ({ reference, in_use: isInUse }) => {
    const digest = readUploadReference(reference)?.digest ?? reference;
    const has = (part: unknown) => JSON.stringify(part ?? null).includes(digest);
    const places = [
      ...(has(profile?.avatar) ? [t`Your picture`] : []),
      ...(has(profile?.background) ? [t`Background`] : []),
      ...(has(profile?.seo) ? [t`Share card`] : []),
      ...blocks.flatMap((block) => {
        const items = block.items.filter(has).map(({ content }) => content.caption || block.name || t`A block`);
        return items.length > 0 || !has(block) ? items : [block.name || t`A block`];
      }),
    ];
    return places.length === 0 && isInUse ? [t`Used`] : [...new Set(places)];
  };
}
