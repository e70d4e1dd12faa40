// Where a dragged row can be dropped: between rows, measured as they are on the screen now.
import type { Block } from '../../../../../clients/typescript/index.ts';
import { haveLikeItems } from '../../../../../contract/blocks/index.ts';
import type { RemovalTarget } from '../../editing/index.ts';

export interface DropSlot {
  /** The block that an item would be in. */
  readonly blockId?: number;
  /** Before the row that is there now, from 0. */
  readonly index: number;
  /** In the window. */
  readonly y: number;
  readonly left: number;
  readonly width: number;
}

export function nearestSlot(
  area: HTMLElement,
  y: number,
  dragged: RemovalTarget,
  blocks: readonly Block[],
): DropSlot | undefined {
  const cards = [...area.querySelectorAll<HTMLElement>('[data-block]')];
  const slots = dragged.kind === 'block' ? slotsBetween(cards) : itemSlots(cards, dragged, blocks);
  return slots.reduce<DropSlot | undefined>(
    (best, slot) => (!best || Math.abs(slot.y - y) < Math.abs(best.y - y) ? slot : best),
    undefined,
  );
}

function itemSlots(cards: readonly HTMLElement[], { blockId }: RemovalTarget, blocks: readonly Block[]): DropSlot[] {
  const own = blocks.find(({ id }) => id === blockId);
  return cards.flatMap((card) => {
    const block = blocks.find(({ id }) => String(id) === card.dataset.block);
    const { top, bottom } = card.getBoundingClientRect();
    // Measuring what is outside of the window would lay it out.
    const isVisible = bottom > 0 && top < innerHeight;
    if (!own || !block || !isVisible || !haveLikeItems(own.block, block.block)) return [];
    const rows = [...card.querySelectorAll<HTMLElement>('[data-item]')];
    const slots = rows.length > 0 ? slotsBetween(rows) : [slotBelow(card.querySelector<HTMLElement>('[data-drag]')!)];
    return slots.map((slot) => ({ ...slot, blockId: block.id }));
  });
}

function slotsBetween(rows: readonly HTMLElement[]): DropSlot[] {
  const rects = rows.map((row) => row.getBoundingClientRect());
  const slots = rects.map(({ top, left, width }, index) => {
    const before = rects[index - 1];
    return { index, y: before ? (before.bottom + top) / 2 : top, left, width };
  });
  const last = rects.at(-1);
  return last ? [...slots, { index: rects.length, y: last.bottom, left: last.left, width: last.width }] : slots;
}

function slotBelow(row: HTMLElement): DropSlot {
  const { bottom, left, width } = row.getBoundingClientRect();
  return { index: 0, y: bottom, left, width };
}
