// What can be done with the rows of the list. Each is one change that can be undone.
import { useLingui } from '@lingui/react/macro';
import { useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Block, BlockItem } from '../../../../../clients/typescript/index.ts';
import { announce, toast } from '../../../design/feedback/toasts.tsx';
import {
  type ItemPosition,
  type Operation,
  provisionalId,
  type RemovalTarget,
  useEditor,
} from '../../editing/index.ts';
import { creationKey } from '../creation-key.ts';
import { captionOf, nameOf } from './row-names.ts';

export interface PageActions {
  switchOn(target: RemovalTarget, isOn: boolean): void;
  /** To a position among its like, from 0. */
  moveTo(target: RemovalTarget, index: number): void;
  moveItem(itemId: number, from: number, to: ItemPosition): void;
  duplicate(target: RemovalTarget): void;
  remove(target: RemovalTarget): void;
  /** What the row is called, where it is, and among how many. */
  find(target: RemovalTarget): FoundRow | undefined;
  blocks(): readonly Block[];
}

export interface FoundRow {
  readonly name: string;
  readonly index: number;
  readonly siblings: readonly number[];
  readonly block: Block;
  readonly item: BlockItem | undefined;
}

/** Several moves in a row are one write. */
const ORDER_DELAY_MS = 600;

/** The same object as long as the screen is shown. */
export function usePageActions(blocks: readonly Block[]): PageActions {
  const { t, i18n } = useLingui();
  const editor = useEditor();
  const current = useRef(blocks);
  current.current = blocks;

  return useMemo(() => {
    const find = (target: RemovalTarget): FoundRow | undefined => {
      const block = current.current.find(({ id }) => id === target.blockId);
      if (!block) return undefined;
      if (target.kind === 'block') {
        const siblings = current.current.map(({ id }) => id);
        return { name: nameOf(block, i18n), index: siblings.indexOf(block.id), siblings, block, item: undefined };
      }
      const item = block.items.find(({ id }) => id === target.itemId);
      if (!item) return undefined;
      const siblings = block.items.map(({ id }) => id);
      const name = captionOf(item) || t`Without a caption`;
      return { name, index: siblings.indexOf(item.id), siblings, block, item };
    };

    const moved = (name: string, index: number, count: number) =>
      announce(t`${name}, ${i18n.number(index + 1)} of ${i18n.number(count)}`);

    return {
      find,
      blocks: () => current.current,
      switchOn(target, isOn) {
        const { name = '', item, block } = find(target) ?? {};
        const before = (item ?? block)?.settings?.enabled ?? null;
        const label = isOn ? t`${name} switched on` : t`${name} switched off`;
        const fields = (enabled: unknown) => ({ settings: { enabled } });
        editor.attempt({ type: 'edit', target, patch: fields(isOn), base: fields(before) }, label);
      },
      moveTo(target, index) {
        const row = find(target);
        const moveTo = row && Math.min(Math.max(index, 0), row.siblings.length - 1);
        if (!row || moveTo === row.index) return;
        const id = row.siblings[row.index]!;
        const order = row.siblings.filter((other) => other !== id).toSpliced(moveTo!, 0, id);
        const list = row.item ? ({ kind: 'items', blockId: row.block.id } as const) : ({ kind: 'blocks' } as const);
        flushSync(() =>
          editor.attempt({ type: 'order', target: list, order, base: row.siblings }, t`${row.name} moved`, {
            delayMs: ORDER_DELAY_MS,
          }),
        );
        moved(row.name, moveTo!, order.length);
      },
      moveItem(itemId, from, to) {
        const row = find({ kind: 'item', blockId: from, itemId });
        if (!row) return;
        const count = current.current.find(({ id }) => id === to.blockId)?.items.length ?? 0;
        flushSync(() =>
          editor.attempt({ type: 'move', itemId, from: { blockId: from, index: row.index }, to }, t`${row.name} moved`),
        );
        moved(row.name, to.index, count + 1);
      },
      duplicate(target) {
        const { name = '', block, item } = find(target) ?? {};
        const itemIds = item ? [] : (block?.items ?? []).map(provisionalId);
        const copy = { id: provisionalId(), itemIds, key: creationKey() };
        editor.attempt({ type: 'duplicate', target, ...copy }, t`${name} duplicated`);
        announce(t`${name} duplicated`);
      },
      remove(target) {
        const row = find(target);
        if (!row) return;
        const label = t`${row.name} deleted`;
        const removed = { record: row.item ?? row.block, index: row.index };
        const deletion: Operation = { type: 'delete', target, removed };
        editor.attempt(deletion, label);
        toast(label, { label: t`Undo`, onChoose: () => void editor.undo(deletion) });
      },
    };
  }, [editor, t, i18n]);
}
