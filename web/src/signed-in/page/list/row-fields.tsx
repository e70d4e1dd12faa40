// The fields of an open row. They are many: they are loaded after the page.
import { type ReactNode, Suspense } from 'react';
import type { Block, BlockItem } from '../../../../../clients/typescript/index.ts';
import { Skeleton } from '../../../design/feedback/waiting.tsx';
import { loadable } from '../../../frame/loadable.tsx';

const RecordFields = loadable(async () => (await import('../fields/record-fields.tsx')).RecordFields);

/** Ahead of time. An open row fetches them again, and reports a failure. */
export function fetchRowFields(): void {
  RecordFields.fetch().catch(() => undefined);
}

interface RowFieldsProps {
  block: Block;
  item?: BlockItem;
  /** Drawn together with them. */
  children?: ReactNode;
}

export function RowFields({ block, item, children }: RowFieldsProps) {
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <RecordFields block={block} {...(item && { item })} />
      {children}
    </Suspense>
  );
}
