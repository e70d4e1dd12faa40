// What a run of all tests includes. `npm test` is what a change has to pass while somebody works on it, `npm run test:full`
// is everything, and `npm run test:rest` what the first leaves out. Files and folders that are named run as in the full matrix.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Matrix = 'short' | 'full' | 'rest';

/** Set by `run.ts` for the processes of a run. */
export const matrix = (process.env.TEST_MATRIX ?? 'full') as Matrix;

/**
 * Only in the full matrix: the same look at every screen, size, theme or format, and many random cases. What each of them
 * shows, single tests of `npm test` show for one case.
 */
const FULL_MATRIX_ONLY = ['test/web/states.test.ts', 'test/web/languages.test.ts', 'test/fuzz/fuzz.test.ts'];
/** These have engines that `npm test` leaves out. */
const CHOOSES_ENGINES = /\benginesOf\(import\.meta\.url\)/;

export function isIn(which: Matrix, file: string, root: string): boolean {
  const isFullOnly = FULL_MATRIX_ONLY.includes(file);
  if (which === 'short') return !isFullOnly;
  return which === 'full' || isFullOnly || CHOOSES_ENGINES.test(readFileSync(join(root, file), 'utf8'));
}
