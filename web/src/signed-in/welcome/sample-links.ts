import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { blocksQuery } from '../queries.ts';

/** The owner's own links, and a few made-up ones while there are not enough. */
export function useSampleLinks(): readonly string[] {
  const { t } = useLingui();
  const blocks = useQuery(blocksQuery).data?.records ?? [];
  const captions = blocks.flatMap(({ items }) => items.flatMap(({ content }) => content.caption ?? []));
  return [...new Set([...captions, t`My shop`, t`New video`, t`Say hello`])];
}
