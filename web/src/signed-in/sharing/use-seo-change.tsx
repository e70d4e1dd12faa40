import { type ReactNode, useState } from 'react';
import type { EditSeoFields, Seo } from '../../../../clients/typescript/index.ts';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { type Fields, useEditor } from '../editing/index.ts';
import { ownImageOf } from './own-image.ts';

interface SeoChange {
  /** Saved at once. `label` names it for undoing. */
  change: (patch: EditSeoFields, label: string) => Promise<void>;
  /** Why the last one was refused. */
  error: ReactNode;
}

export function useSeoChange(seo: Seo): SeoChange {
  const editor = useEditor();
  const [failure, setFailure] = useState<unknown>();
  return {
    async change(patch, label) {
      setFailure(undefined);
      const before = { ...seo, opengraph_image: ownImageOf(seo) };
      const base: Fields = Object.fromEntries(Object.keys(patch).map((name) => [name, before[name as keyof Seo]]));
      const target = { kind: 'section', section: 'seo' } as const;
      await editor.change({ type: 'edit', target, patch: { ...patch }, base }, label).catch(setFailure);
    },
    error: failure === undefined ? null : <FailureBanner error={failure} />,
  };
}
