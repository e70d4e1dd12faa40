import { useDraggable } from '@dnd-kit/core';
import { Icon } from '../../../design/icon.tsx';
import type { RemovalTarget } from '../../editing/index.ts';
import styles from './row.module.css';

interface DragHandleProps {
  rowKey: string;
  target: RemovalTarget;
  label: string;
  /** Without a drag, it opens the menu: that moves the row too. */
  onMenu: (opener: HTMLElement) => void;
}

/** Rendered again when a drag starts or ends, unlike the rest of the row. */
export function DragHandle({ rowKey, target, label, onMenu }: DragHandleProps) {
  const { setNodeRef, listeners } = useDraggable({ id: rowKey, data: { target } });
  return (
    <button
      ref={(handle) => setNodeRef(handle?.closest<HTMLElement>('[data-drag]') ?? null)}
      type="button"
      {...listeners}
      data-part="handle"
      aria-label={label}
      aria-haspopup="menu"
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      className={styles.handle}
      onClick={(event) => onMenu(event.currentTarget)}
    >
      <Icon name="drag" />
    </button>
  );
}
