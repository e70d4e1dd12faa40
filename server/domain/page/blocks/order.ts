// Ordered lists: validates a requested order and finds the rows that have to move.
import { invalid } from '../../../../contract/errors.ts';
import type { Position } from '../../../storage/page/blocks.ts';

/** The entries whose position changes. */
export function moves(existing: readonly Position[], order: readonly number[]): Position[] {
  const positions = new Map(existing.map(({ id, position }) => [id, position]));
  return order
    .map((id, index) => ({ id, position: index + 1 }))
    .filter(({ id, position }) => positions.get(id) !== position);
}

/** The order with one entry at another position. */
export function movedTo(order: readonly number[], id: number, index: number): number[] {
  const others = order.filter((one) => one !== id);
  return others.toSpliced(Math.max(0, Math.min(index, others.length)), 0, id);
}

/** The order must contain every existing id once, and no others. */
export function checkOrder(existing: readonly Position[], order: readonly number[], field = 'order'): void {
  const known = new Set(existing.map(({ id }) => id));
  const named = new Set(order);
  const problems = [
    missingText(
      'is missing',
      'are missing',
      [...known].filter((id) => !named.has(id)),
    ),
    missingText(
      'is unknown',
      'are unknown',
      [...named].filter((id) => !known.has(id)),
    ),
    missingText(
      'is listed twice',
      'are listed twice',
      [...named].filter((id) => order.indexOf(id) !== order.lastIndexOf(id)),
    ),
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) {
    throw invalid({
      [field]: problems.map((problem) => `The field ${field} must contain every id once: ${problem}.`),
    });
  }
}

function missingText(one: string, several: string, ids: readonly number[]): string | undefined {
  return ids.length === 0 ? undefined : `${ids.join(', ')} ${ids.length === 1 ? one : several}`;
}
