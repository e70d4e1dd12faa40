/** The smallest set of entries that must move to reach this order. `positions` are their current positions. */
export function outOfOrder(positions: readonly number[]): Set<number> {
  // The longest increasing subsequence stays.
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, position] of positions.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (positions[ends[middle]!]! < position) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = index;
  }
  const moving = new Set(positions.keys());
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index]!) moving.delete(index);
  return moving;
}
