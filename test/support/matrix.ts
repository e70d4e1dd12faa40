// What a run of all tests includes. `npm test` is what a change has to pass while somebody works on it; `npm run test:full`
// is everything. Files and folders that are named run as in the full matrix.

/** Set by `run.ts` for the processes of a run. */
export const isFullMatrix = process.env.TEST_MATRIX !== 'short';

/**
 * Only in the full matrix: the same look at every screen, size, theme or format, and many random cases. What each of them
 * shows, single tests of `npm test` show for one case.
 */
export const FULL_MATRIX_ONLY = ['test/web/states.test.ts', 'test/web/languages.test.ts', 'test/fuzz/fuzz.test.ts'];
