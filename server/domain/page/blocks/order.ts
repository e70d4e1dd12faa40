// Things in an order: which one is asked for, and who has to move for it.
import { invalid } from '../../../../contract/errors.ts';
import type { Place } from '../../../storage/page/blocks.ts';

/** Those whose place is another one then. */
export function moves(existing: readonly Place[], order: readonly number[]): Place[] {
  const positions = new Map(existing.map(({ id, position }) => [id, position]));
  return order
    .map((id, index) => ({ id, position: index + 1 }))
    .filter(({ id, position }) => positions.get(id) !== position);
}

/** The order with one of them at another place. */
export function withPlace(order: readonly number[], id: number, index: number): number[] {
  const others = order.filter((one) => one !== id);
  return others.toSpliced(Math.max(0, Math.min(index, others.length)), 0, id);
}

/** Each of them has to be there, once, and nothing else. */
export function checkOrder(existing: readonly Place[], order: readonly number[], field = 'order'): void {
  const known = new Set(existing.map(({ id }) => id));
  const named = new Set(order);
  const problems = [
    missingText(
      'is missing',
      'are missing',
      [...known].filter((id) => !named.has(id)),
    ),
    missingText(
      'is not known',
      'are not known',
      [...named].filter((id) => !known.has(id)),
    ),
    missingText(
      'is there twice',
      'are there twice',
      [...named].filter((id) => order.indexOf(id) !== order.lastIndexOf(id)),
    ),
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) {
    throw invalid({
      [field]: problems.map((problem) => `The field ${field} must name each of them once: ${problem}.`),
    });
  }
}

function missingText(one: string, several: string, ids: readonly number[]): string | undefined {
  return ids.length === 0 ? undefined : `${ids.join(', ')} ${ids.length === 1 ? one : several}`;
}
