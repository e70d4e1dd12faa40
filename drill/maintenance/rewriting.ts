// A process that rewrites a table of a SQLite database in one transaction, over and over, as a migration does while the old
// version still serves.
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch } from '../../test/support/server.ts';

const SECONDS = '5';
const rewriter = fileURLToPath(new URL('rewriter.ts', import.meta.url));

export async function rewriteTable(t: TestContext, file: string): Promise<string> {
  const rewriting = launch(t, {}, rewriter, file, SECONDS);
  const { code } = await rewriting.ended;
  return code === 0 ? 'rewritten' : `exit ${code}: ${rewriting.stderr()}`;
}
