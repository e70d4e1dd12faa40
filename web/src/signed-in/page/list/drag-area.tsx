// Rows are dragged by their handles. Only a copy of the row and a line move, by transform; the rows themselves stay where
// they are until the drop, so that a page with 2,000 rows stays smooth. Menu and Alt+arrow keys do the same without a
// drag.
import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../../../design/icon.tsx';
import type { RemovalTarget } from '../../editing/index.ts';
import styles from './drag-area.module.css';
import { type DropSlot, nearestSlot } from './drop-slots.ts';
import { useListTools } from './list-context.ts';
import { focusRow } from './row.tsx';

/** The same object each time: with a new one, the library would render all handles again. */
const pointer = { activationConstraint: { distance: 4 } };
const onlyDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });
const modifiers = [onlyDown];
const autoScroll = { threshold: { x: 0, y: 0.15 } };
/** The list announces what moved where by itself. */
const silent = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
};

export function DragArea({ children }: { children: ReactNode }) {
  const { actions, opened, keyOf } = useListTools();
  const sensors = useSensors(useSensor(PointerSensor, pointer));
  const area = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const pointerY = usePointerY();
  const slot = useRef<DropSlot>(undefined);
  const [dragged, setDragged] = useState<RemovalTarget>();

  const start = ({ active }: DragStartEvent) => {
    const { target } = active.data.current as { target: RemovalTarget };
    opened.open(undefined);
    rowOf(active.id)?.setAttribute('data-dragging', '');
    setDragged(target);
  };
  const showSlot = () => {
    if (!dragged || !area.current || !line.current) return;
    slot.current = nearestSlot(area.current, pointerY.current, dragged, actions.blocks());
    const found = slot.current;
    line.current.hidden = !found;
    if (!found) return;
    const { top, left } = area.current.getBoundingClientRect();
    line.current.style.transform = `translate(${found.left - left}px, ${found.y - top}px)`;
    line.current.style.inlineSize = `${found.width}px`;
  };
  const end = (id: DragEndEvent['active']['id']) => {
    rowOf(id)?.removeAttribute('data-dragging');
    if (line.current) line.current.hidden = true;
    slot.current = undefined;
    setDragged(undefined);
  };
  const drop = ({ active }: DragEndEvent) => {
    // The last moves may not have been reported yet.
    showSlot();
    const found = slot.current;
    const target = dragged;
    end(active.id);
    if (!found || !target) return;
    const from = actions.find(target);
    if (!from) return;
    if (target.kind === 'item' && found.blockId !== target.blockId) {
      actions.moveItem(target.itemId, target.blockId, { blockId: found.blockId!, index: found.index });
    } else {
      // Its own place is free once it is taken out.
      actions.moveTo(target, found.index > from.index ? found.index - 1 : found.index);
    }
    focusRow(keyOf(target), 'handle');
  };

  return (
    <DndContext
      sensors={sensors}
      modifiers={modifiers}
      autoScroll={autoScroll}
      accessibility={silent}
      collisionDetection={nothing}
      onDragStart={start}
      onDragMove={showSlot}
      onDragEnd={drop}
      onDragCancel={({ active }) => end(active.id)}
    >
      <div ref={area} className={styles.area}>
        {children}
        <div ref={line} hidden className={styles.line} />
      </div>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <div className={styles.copy}>
            <Icon name="drag" />
            <span>{actions.find(dragged)?.name}</span>
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

const nothing = () => [];

function rowOf(key: string | number): HTMLElement | null {
  return document.getElementById(`row-${key}`);
}

/** In the window. The library tells only how far it has moved, together with what was scrolled. */
function usePointerY() {
  const y = useRef(0);
  useEffect(() => {
    const onMove = (event: PointerEvent) => {
      y.current = event.clientY;
    };
    const types = ['pointermove', 'pointerup'] as const;
    for (const type of types) addEventListener(type, onMove, { capture: true, passive: true });
    return () => {
      for (const type of types) removeEventListener(type, onMove, { capture: true });
    };
  }, []);
  return y;
}
