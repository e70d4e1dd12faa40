import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { hasLinks, haveLikeItems } from '../../../../../contract/blocks/index.ts';
import { ContextMenu, type MenuItem } from '../../../design/overlays/menu.tsx';
import type { RemovalTarget } from '../../editing/index.ts';
import { linkQuery } from '../../queries.ts';
import { useListTools } from './list-context.ts';
import { focusRow } from './row.tsx';

interface RowMenuProps {
  target: RemovalTarget;
  opener: HTMLElement;
  onClose: () => void;
  onMove: () => void;
  onDelete: () => void;
}

export function RowMenu({ target, opener, onClose, onMove, onDelete }: RowMenuProps) {
  const { t } = useLingui();
  const { actions, opened, keyOf } = useListTools();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const row = actions.find(target);
  if (!row) return null;
  const { name, index, siblings, block, item } = row;
  const last = siblings.length - 1;
  const moveTo = (to: number) => () => {
    actions.moveTo(target, to);
    focusRow(keyOf(target), opener.dataset.part);
  };
  const showStats = async (id: number) => {
    // Without its slug, which the list does not have, all links are shown.
    const link = await client.fetchQuery(linkQuery(id)).catch(() => undefined);
    navigate(link ? `/stats/${encodeURIComponent(link.slug)}` : '/stats');
  };
  const hasOthers =
    item && actions.blocks().some((other) => other.id !== block.id && haveLikeItems(block.block, other.block));
  const items: (MenuItem | false)[] = [
    index > 0 && { label: t`Up`, icon: 'up', onChoose: moveTo(index - 1) },
    index < last && { label: t`Down`, icon: 'down', onChoose: moveTo(index + 1) },
    index > 1 && { label: t`To the top`, icon: 'top', onChoose: moveTo(0) },
    index < last - 1 && { label: t`To the bottom`, icon: 'bottom', onChoose: moveTo(last) },
    hasOthers ? { label: t`Move to another block…`, icon: 'move', onChoose: onMove } : false,
    { label: t`Duplicate`, icon: 'copy', onChoose: () => actions.duplicate(target) },
    item && hasLinks(block.block)
      ? { label: t`Schedule`, icon: 'clock', onChoose: () => opened.open({ target, part: 'schedule' }) }
      : false,
    // A new row has no id of its own until it is saved.
    item?.link && item.id > 0 ? { label: t`Statistics`, icon: 'stats', onChoose: () => showStats(item.id) } : false,
    { label: t`Delete`, icon: 'trash', danger: true, onChoose: onDelete },
  ];
  return (
    <ContextMenu
      label={t`Actions for ${name}`}
      items={items.filter((entry) => entry !== false)}
      opener={opener}
      onClose={onClose}
    />
  );
}
