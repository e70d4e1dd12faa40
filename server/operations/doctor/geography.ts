// The files that tell where a visitor is from: there, recent, and with what their licence asks for.
import type { Micros } from '../../../contract/time.ts';
import { describeGeoData, type GeoData } from '../../visits/record/geography/description.ts';
import { ok, problem, type Verdict, warning } from './finding.ts';

export async function checkGeography(database: string | undefined, now: Micros): Promise<Verdict[]> {
  const files = await describeGeoData(database, now);
  return files.map(verdict);
}

function verdict(data: GeoData): Verdict {
  if (!data.usable) {
    const remedy = `${data.remedy.charAt(0).toUpperCase()}${data.remedy.slice(1)}.`;
    return problem(`The file of places ${data.file} cannot be used: ${data.problem}.`, remedy);
  }
  const what = `${data.type} for ${data.serves}, ${data.ageDays} days old`;
  if (data.ageDays < 0) return warning(`${what}: the clock is behind it.`, 'Set the clock of this machine.');
  if (data.isStale) {
    return warning(
      `${what}: more and more places are wrong.`,
      data.builtIn
        ? 'Upgrade Fingerpost, or set GEO_DATABASE to a newer file.'
        : 'Replace the file; the service notices.',
    );
  }
  if (!data.licence)
    return warning(`${what}, of unknown licence.`, 'Look up whether its licence asks for attribution.');
  return ok(`${what}, ${data.licence.name}.`);
}
