// Days, salts and key expiry depend on the clock of this machine.
import { MINUTE, type Micros, SECOND, timestamp } from '../../../contract/time.ts';
import { ok, problem, type Verdict, warning } from './finding.ts';

const MAX_DIFFERENCE: Micros = 5 * SECOND;
const LARGE_DIFFERENCE: Micros = MINUTE;
const MAX_AHEAD: Micros = 5 * MINUTE;
const remedy = 'Synchronize the clock with NTP: timedatectl set-ntp true.';

export function checkClock(now: Micros, times: { engine: Micros | undefined; newest: Micros | undefined }): Verdict {
  if (times.newest !== undefined && times.newest - now > MAX_AHEAD) {
    return problem(`The clock is ${shown(times.newest - now)} behind the newest records in the database.`, remedy);
  }
  if (times.engine === undefined)
    return ok(`It is ${timestamp(now).slice(0, 16).replace('T', ' ')} UTC, by the clock of this machine.`);
  const apart = Math.abs(now - times.engine);
  if (apart <= MAX_DIFFERENCE) return ok("The clock agrees with the database server's.");
  const sentence = `The clock is ${shown(apart)} ${now < times.engine ? 'behind' : 'ahead of'} the database server's.`;
  return apart > LARGE_DIFFERENCE ? problem(sentence, remedy) : warning(sentence, remedy);
}

function shown(span: Micros): string {
  return span < 2 * MINUTE ? `${Math.round(span / SECOND)} s` : `${Math.round(span / MINUTE)} min`;
}
