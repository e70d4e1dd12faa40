// Checks that background jobs run and succeed.
import { MINUTE, type Micros } from '../../../contract/time.ts';
import type { Dialect } from '../../storage/dialects/dialect.ts';
import { countJobs, type JobCounts } from '../../storage/job-listing.ts';
import { ok, type Verdict, warning } from './finding.ts';

/** A due job starts within a second, unless there are many. */
const MAX_OVERDUE: Micros = 5 * MINUTE;
/** While the service is stopped, all that recur are. */
const MAX_NAMED = 3;

export async function jobVerdicts({ read, now }: Pick<Dialect, 'read' | 'now'>): Promise<Verdict[]> {
  const counts = await countJobs(read, now);
  const verdicts: Verdict[] = [];
  const failed = named(counts, 'failed');
  if (failed !== '') {
    const remedy = '"fingerpost jobs list --state failed" says why. When the cause is gone: "fingerpost jobs retry".';
    verdicts.push(warning(`Background jobs have failed: ${failed}.`, remedy));
  }
  const failing = named(counts, 'failing');
  if (failing !== '') {
    const remedy = '"fingerpost jobs list" says why. They are tried again, and succeed when the cause is gone.';
    verdicts.push(warning(`Background jobs fail again and again: ${failing}.`, remedy));
  }
  const late = counts.filter(({ overdue }) => overdue > MAX_OVERDUE);
  if (late.length > 0) {
    late.sort((a, b) => b.overdue - a.overdue);
    const some = late
      .slice(0, MAX_NAMED)
      .map(({ name, overdue }) => `${name} (${Math.floor(overdue / MINUTE)} minutes)`);
    const all = some.join(', ') + (late.length > MAX_NAMED ? `, and ${late.length - MAX_NAMED} more` : '');
    const remedy = 'The service runs them. If it is running, its log and its load say why it does not get to them.';
    verdicts.push(warning(`Background jobs are overdue: ${all}.`, remedy));
  }
  return verdicts.length > 0 ? verdicts : [ok('No background job has failed or is overdue.')];
}

function named(counts: readonly JobCounts[], kind: 'failed' | 'failing'): string {
  const some = counts.filter((each) => each[kind] > 0);
  return some.map((each) => `${each.name} (${each[kind]})`).join(', ');
}
