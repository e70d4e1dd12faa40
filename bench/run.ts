// npm run bench [-- [NAME…] [--quick]]
// Runs the named benches, or all. A missed target is reported but is not a failure, because figures depend on the load of
// the machine. docs/performance.md describes them.
import type { Trial } from '../drill/support/findings.ts';
import { runTrials } from '../drill/support/run.ts';
import { editor } from './editor.ts';
import { endpoints } from './endpoints.ts';
import { memory } from './memory.ts';
import { page } from './page.ts';
import { reads } from './reads.ts';
import { start } from './start.ts';

const benches: Record<string, Trial> = { page, endpoints, reads, editor, start, memory };

await runTrials(benches, { mayMiss: true });
