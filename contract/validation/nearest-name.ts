// Suggests a known name for a misspelled one.

/** No known name is longer. */
export const MAX_LENGTH = 64;

/** The known name with the smallest edit distance; undefined if none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const typed = plain(name);
  let nearest: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(typed, plain(candidate));
    const isNear = distance <= Math.max(1, Math.floor(candidate.length / 3));
    if (isNear && distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { name: candidate, distance };
  }
  return nearest?.name;
}

/** `buttonTextColor` is `button_text_color` in another spelling. */
export function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

/** Counts insertions, deletions, substitutions, and swaps of neighbours. */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, current];
  }
  return last[other.length]!;
}
