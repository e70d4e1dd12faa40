// Checks that maintenance runs, including retention.
import { DAY, dateTime, MINUTE, type Micros } from '../../../contract/time.ts';
import { readPruningMark, readUpkeepMark } from '../../storage/installation.ts';
import type { Executor } from '../../storage/tables.ts';
import { ok, type Verdict, warning } from './finding.ts';

/** Retention runs once a day. */
const MAX_AGE: Micros = 2 * DAY;
/** Maintenance notes the time twice a minute. */
const MAX_SILENCE: Micros = 5 * MINUTE;

export async function upkeepVerdicts(executor: Executor, now: Micros): Promise<Verdict[]> {
  const finishedAt = (await readPruningMark(executor))?.finishedAt;
  if (finishedAt === undefined) return [];
  const when = `${dateTime(finishedAt).slice(0, 16)} UTC`;
  if (now - finishedAt <= MAX_AGE) return [ok(`Retention last ran at ${when}.`)];
  const notedAt = await readUpkeepMark(executor);
  if (notedAt !== undefined && Math.abs(now - notedAt) < MAX_SILENCE) {
    return [
      warning(
        `Retention is running but has not finished since ${when}.`,
        'After a long stop this takes a while. Otherwise the log of the service says why.',
      ),
    ];
  }
  return [
    warning(
      `Maintenance is not running: old salts and expired data were last deleted at ${when}.`,
      'The service does this while it runs. If it is running, its log says why it does not.',
    ),
  ];
}
