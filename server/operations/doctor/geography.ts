// The geolocation files: whether they exist, are recent, and have a known licence.
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
    return problem(`The geolocation file ${data.file} cannot be used: ${data.problem}.`, remedy);
  }
  const what = `${data.type} for ${data.serves}, ${data.ageDays} days old`;
  if (data.ageDays < 0) return warning(`${what}: it is newer than the clock.`, 'Set the clock of this machine.');
  if (data.isStale) {
    return warning(
      `${what}: it becomes less accurate.`,
      data.builtIn
        ? 'Upgrade Fingerpost, or set GEO_DATABASE to a newer file.'
        : 'Replace the file; the service reloads it.',
    );
  }
  if (!data.licence) return warning(`${what}, licence unknown.`, 'Check whether its licence requires attribution.');
  return ok(`${what}, ${data.licence.name}.`);
}
