// Whether somebody sees to what one process does for all, and takes away what is older than it is kept.
import { DAY, dateTime, type Micros } from '../../../contract/time.ts';
import { readPruningMark } from '../../storage/installation.ts';
import { findLease } from '../../storage/leases.ts';
import type { Executor } from '../../storage/tables.ts';
import { UPKEEP_LEASE } from '../../visits/upkeep.ts';
import { ok, type Verdict, warning } from './finding.ts';

/** It is done once a day. */
const MAX_AGO: Micros = 2 * DAY;

export async function upkeepVerdicts(executor: Executor, now: Micros): Promise<Verdict[]> {
  const finishedAt = (await readPruningMark(executor))?.finishedAt;
  if (finishedAt === undefined) return [];
  const when = `${dateTime(finishedAt).slice(0, 16)} UTC`;
  if (now - finishedAt <= MAX_AGO) return [ok(`What is older than it is kept was last taken away at ${when}.`)];
  const lease = await findLease(executor, UPKEEP_LEASE);
  if (lease && lease.until > now) {
    return [
      warning(
        `What is older than it is kept is being taken away, but not all of it has been since ${when}.`,
        'After a long stop this takes a while; otherwise the log of the service says what keeps it from it.',
      ),
    ];
  }
  return [
    warning(
      `Nobody sees to the upkeep: past salts and what is older than it is kept were last taken away at ${when}.`,
      'The service does so while it runs; if it does run, its log says what keeps it from it.',
    ),
  ];
}
