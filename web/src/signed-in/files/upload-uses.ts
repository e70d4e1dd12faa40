// Where the page uses an upload, with the screen that changes it. The digest of an upload is in every address of it.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Upload } from '../../../../clients/typescript/index.ts';
import { readUploadReference } from '../../../../contract/page/uploads.ts';
import { editorAddress } from '../page/editor-address.ts';
import { blocksQuery, profileQuery } from '../queries.ts';

export interface UploadUse {
  readonly name: string;
  readonly href: string;
}

/** Empty if it is not used. */
export function useUploadUses(): (upload: Upload) => readonly UploadUse[] {
  const { t } = useLingui();
  const profile = useQuery(profileQuery).data;
  const blocks = useQuery(blocksQuery).data?.records ?? [];
  return ({ reference, in_use: isInUse }) => {
    const digest = readUploadReference(reference)?.digest ?? reference;
    const has = (part: unknown) => JSON.stringify(part ?? null).includes(digest);
    const uses: UploadUse[] = [
      ...(has(profile?.avatar) ? [{ name: t`Your picture`, href: '/account/profile' }] : []),
      ...(has(profile?.background) ? [{ name: t`Background`, href: '/look' }] : []),
      ...(has(profile?.seo) ? [{ name: t`Share card`, href: '/sharing' }] : []),
      ...blocks.flatMap((block) => {
        const blockName = block.name || t`A block`;
        const items = block.items.filter(has).map(({ id, content }) => ({
          name: content.caption || blockName,
          href: editorAddress({ kind: 'item', blockId: block.id, itemId: id }),
        }));
        if (items.length > 0 || !has(block)) return items;
        return [{ name: blockName, href: editorAddress({ kind: 'block', blockId: block.id }) }];
      }),
    ];
    return uses.length === 0 && isInUse ? [{ name: t`Your page`, href: '/' }] : uses;
  };
}
