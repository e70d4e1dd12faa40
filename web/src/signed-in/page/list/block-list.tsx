// The blocks of the page in order, with what can be done with them.
import { useLingui } from '@lingui/react/macro';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSearch } from 'wouter';
import type { Block } from '../../../../../clients/typescript/index.ts';
import { useGradually } from '../../../design/drawing.tsx';
import { Sheet } from '../../../design/overlays/dialog.tsx';
import { whenIdle } from '../../../frame/idle.ts';
import { loadable } from '../../../frame/loadable.tsx';
import { type RemovalTarget, useEditor } from '../../editing/index.ts';
import { InsertButton } from '../adding/insert-button.tsx';
import { rowInAddress } from '../editor-address.ts';
import { BlockCard } from './block-card.tsx';
import styles from './block-list.module.css';
import { DragArea } from './drag-area.tsx';
import { ListProvider, type ListTools, type OpenRows, useOpenRow } from './list-context.ts';
import type { PageActions } from './page-actions.ts';
import { focusRow } from './row.tsx';
import { fetchRowFields, RowFields } from './row-fields.tsx';
import { RowMenu } from './row-menu.tsx';
import { useMediaQuery } from './use-media-query.ts';

/** Few people need them on a visit. */
const DeleteFormDialog = loadable(async () => (await import('./delete-form-dialog.tsx')).DeleteFormDialog);
const MoveDialog = loadable(async () => (await import('./move-dialog.tsx')).MoveDialog);

interface BlockListProps {
  blocks: readonly Block[];
  actions: PageActions;
  opened: OpenRows;
  onInsert: (index: number) => void;
}

type Asked = { type: 'menu'; opener: HTMLElement } | { type: 'move' } | { type: 'delete-form' };

const MINUTE_MS = 60_000;
/** They fill a phone. */
const FEW_BLOCKS = 4;

export function BlockList({ blocks, actions, opened, onInsert }: BlockListProps) {
  const { t } = useLingui();
  const editor = useEditor();
  const isInline = useMediaQuery('(min-width: 64rem)');
  const now = useNow();
  const drawn = useDrawnBlocks(blocks.length, opened);
  const [asked, setAsked] = useState<Asked & { target: RemovalTarget }>();
  const tools: ListTools = useMemo(
    () => ({
      actions,
      opened,
      openMenu: (target, opener) => setAsked({ type: 'menu', target, opener }),
      keyOf: (target) => rowKeyOf(target, editor.rowKey),
    }),
    [actions, opened, editor],
  );
  useEffect(() => whenIdle(fetchRowFields), []);
  const close = () => setAsked(undefined);
  const remove = (target: RemovalTarget) => {
    const { block, item } = actions.find(target) ?? {};
    const isForm = !item && (block?.block === 'signup' || block?.block === 'contact_form');
    if (isForm && target.blockId > 0) setAsked({ type: 'delete-form', target });
    else removeRow(target);
  };
  const removeRow = (target: RemovalTarget) => {
    const next = nextTo(target, actions);
    flushSync(() => actions.remove(target));
    if (next) focusRow(tools.keyOf(next));
  };
  return (
    <ListProvider value={tools}>
      <DragArea>
        <ol className={styles.list} aria-label={t`Blocks of your page`}>
          {blocks.slice(0, drawn).map((block, index) => (
            <li key={editor.rowKey(block.id)} className={styles.entry}>
              {index > 0 && <InsertButton onChoose={() => onInsert(index)} />}
              <BlockCard block={block} isInline={isInline} now={now} />
            </li>
          ))}
        </ol>
      </DragArea>
      {asked?.type === 'menu' && (
        <RowMenu
          target={asked.target}
          opener={asked.opener}
          onClose={() => setAsked((now) => (now === asked ? undefined : now))}
          onMove={() => setAsked({ type: 'move', target: asked.target })}
          onDelete={() => remove(asked.target)}
        />
      )}
      <Suspense fallback={null}>
        {asked?.type === 'move' && (
          <MoveDialog
            target={asked.target}
            onClose={close}
            onMoved={(target) => {
              close();
              requestAnimationFrame(() => focusRow(tools.keyOf(target)));
            }}
          />
        )}
        {asked?.type === 'delete-form' && (
          <DeleteFormDialog blockId={asked.target.blockId} onClose={close} onDelete={() => removeRow(asked.target)} />
        )}
      </Suspense>
      {!isInline && <RowSheet blocks={blocks} tools={tools} />}
    </ListProvider>
  );
}

/** Where the focus goes when a row is deleted: to the one that takes its place, or to the one before it. */
function nextTo(target: RemovalTarget, actions: PageActions): RemovalTarget | undefined {
  const { index, siblings } = actions.find(target)!;
  const id = siblings[index + 1] ?? siblings[index - 1];
  if (target.kind === 'block') return id === undefined ? undefined : { kind: 'block', blockId: id };
  return id === undefined ? { kind: 'block', blockId: target.blockId } : { ...target, itemId: id };
}

/** The fields of the open row, where there is no room beside the list. */
function RowSheet({ blocks, tools: { opened, keyOf, actions } }: { blocks: readonly Block[]; tools: ListTools }) {
  const row = useOpenRow();
  if (!row) return null;
  const key = keyOf(row.target);
  const close = () => opened.open(undefined);
  for (const block of blocks) {
    const target: RemovalTarget = { kind: 'block', blockId: block.id };
    if (keyOf(target) === key) {
      return (
        <Sheet title={actions.find(target)?.name} onClose={close}>
          <RowFields block={block} />
        </Sheet>
      );
    }
    for (const item of block.items) {
      const itemTarget: RemovalTarget = { kind: 'item', blockId: block.id, itemId: item.id };
      if (keyOf(itemTarget) === key) {
        return (
          <Sheet title={actions.find(itemTarget)?.name} onClose={close}>
            <RowFields block={block} item={item} />
          </Sheet>
        );
      }
    }
  }
  return null;
}

export function rowKeyOf(target: RemovalTarget, rowKey: (id: number) => number): string {
  return target.kind === 'block' ? `block${rowKey(target.blockId)}` : `item${rowKey(target.itemId)}`;
}

/** In steps, except where a row that may be further down is to be shown. */
function useDrawnBlocks(count: number, opened: OpenRows): number {
  const search = useSearch();
  const isRowAsked = opened.current() !== undefined || rowInAddress(search) !== undefined;
  return useGradually(count, { few: FEW_BLOCKS, isAtOnce: isRowAsked });
}

/** For schedules: their states change by themselves. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
