// A block with its items.
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, memo, type RefObject, useEffect, useRef, useState } from 'react';
import type { Block, BlockItem } from '../../../../../clients/typescript/index.ts';
import { blockDefinitions, hasItems, hasLinks } from '../../../../../contract/blocks/index.ts';
import { classNames } from '../../../design/class-names.ts';
import { Icon } from '../../../design/icon.tsx';
import { dotted } from '../../../isolation.ts';
import type { RemovalTarget } from '../../editing/index.ts';
import { AddItem } from '../adding/add-item.tsx';
import styles from './block-card.module.css';
import { useIsOpen, useListTools, useOpenRow } from './list-context.ts';
import { focusRow, Row } from './row.tsx';
import { RowFields } from './row-fields.tsx';
import { captionOf, kindOf, nameOf, targetOf } from './row-names.ts';
import { isOn, scheduleState } from './row-state.ts';

/** A block with more items shows this many until it is unfolded. */
const SHOWN_ITEMS = 8;
const MAX_UNFOLDED = 12;

interface BlockCardProps {
  block: Block;
  /** Fields unfold in the row; otherwise a sheet shows them. */
  isInline: boolean;
  now: number;
}

export const BlockCard = memo(function BlockCard({ block, isInline, now }: BlockCardProps) {
  const { t, i18n } = useLingui();
  const { keyOf } = useListTools();
  const [isUnfolded, setUnfolded] = useState(false);
  const { items } = block;
  const openRow = useOpenRow()?.target;
  const isFolded = !isUnfolded && items.length > MAX_UNFOLDED && !hasHidden(items, openRow);
  const shown = isFolded ? items.slice(0, SHOWN_ITEMS) : items;
  const key = keyOf({ kind: 'block', blockId: block.id });
  const name = nameOf(block, i18n);
  const kind = kindOf(block, i18n);
  const count = hasItems(block.block) ? plural(items.length, { one: '# item', other: '# items' }) : '';
  const text = dotted([name !== kind && kind, count]);
  return (
    <section
      aria-label={name}
      data-block={block.id}
      className={classNames(styles.card, !isOn(block) && styles.off)}
      style={{
        containIntrinsicBlockSize: `auto ${heightOf(shown.length, shown.length < items.length, hasItems(block.block))}px`,
      }}
    >
      <Row
        rowKey={key}
        kind="block"
        blockId={block.id}
        name={name}
        text={text}
        icon={blockDefinitions[block.block].icon}
        isOn={isOn(block)}
      />
      <Details rowKey={key} isInline={isInline} label={t`Settings of ${name}`} block={block} />
      {items.length > 0 && (
        <ul className={styles.items} aria-label={t`Items of ${name}`}>
          {shown.map((item) => (
            <ItemEntry
              key={keyOf({ kind: 'item', blockId: block.id, itemId: item.id })}
              {...{ block, item, isInline, now }}
            />
          ))}
        </ul>
      )}
      {shown.length < items.length && (
        <button type="button" className={styles.unfold} onClick={() => setUnfolded(true)}>
          <Icon name="down" size={16} />
          <Trans>Show all {i18n.number(items.length)}</Trans>
        </button>
      )}
      {hasItems(block.block) && <AddItem block={block} />}
    </section>
  );
});

/** Before it is drawn. A card that is higher than this would reach over the next one. */
function heightOf(rows: number, hasMore: boolean, canAdd: boolean): number {
  return 72 + rows * 65 + (hasMore ? 45 : 0) + (canAdd ? 53 : 0);
}

/** Whether one that is not shown is open, such as a new one at the end. */
function hasHidden(items: readonly BlockItem[], open: RemovalTarget | undefined): boolean {
  return open?.kind === 'item' && items.findIndex(({ id }) => id === open.itemId) >= SHOWN_ITEMS;
}

interface ItemEntryProps {
  block: Block;
  item: BlockItem;
  isInline: boolean;
  now: number;
}

const ItemEntry = memo(
  function ItemEntry({ block, item, isInline, now }: ItemEntryProps) {
    const { t } = useLingui();
    const { keyOf } = useListTools();
    const key = keyOf({ kind: 'item', blockId: block.id, itemId: item.id });
    const name = captionOf(item) || t`Without a caption`;
    const target = targetOf(item.link);
    const marks = (['highlight', 'sensitive'] as const).filter((mark) => item.settings?.[mark] === true);
    return (
      <li data-item={item.id}>
        <Row
          rowKey={key}
          kind="item"
          blockId={block.id}
          itemId={item.id}
          name={name}
          text={textOf(item, target === name ? '' : target)}
          icon={blockDefinitions[block.block].icon}
          picture={item.thumbnail || undefined}
          isOn={isOn(item)}
          hasSwitch={hasLinks(block.block)}
          schedule={scheduleState(item, now)}
          marks={marks}
        />
        <Details rowKey={key} isInline={isInline} label={t`Settings of ${name}`} block={block} item={item} />
      </li>
    );
  },
  (before, after) =>
    before.item === after.item &&
    before.block.block === after.block.block &&
    before.block.id === after.block.id &&
    before.isInline === after.isInline &&
    before.now === after.now,
);

function textOf({ element }: BlockItem, target: string): string {
  return target || (typeof element?.answer === 'string' ? element.answer : '');
}

interface DetailsProps {
  rowKey: string;
  isInline: boolean;
  label: string;
  block: Block;
  item?: BlockItem;
}

function Details({ rowKey, isInline, label, ...record }: DetailsProps) {
  const { opened } = useListTools();
  const isOpen = useIsOpen(rowKey);
  const ref = useRef<HTMLFieldSetElement>(null);
  if (!isOpen || !isInline) return null;
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    focusRow(rowKey);
    opened.open(undefined);
  };
  return (
    <fieldset ref={ref} aria-label={label} className={styles.details} onKeyDown={close}>
      <RowFields {...record}>
        <FirstFocus fields={ref} />
      </RowFields>
    </fieldset>
  );
}

/** For a row that was opened to be filled in. */
function FirstFocus({ fields }: { fields: RefObject<HTMLElement | null> }) {
  const { opened } = useListTools();
  useEffect(() => {
    const current = opened.current();
    if (current?.part !== 'first') return;
    fields.current?.querySelector<HTMLElement>('input, textarea')?.focus();
    // Once: undone and made again, the row must not take the focus again.
    opened.open({ target: current.target });
  }, [opened, fields]);
  return null;
}
