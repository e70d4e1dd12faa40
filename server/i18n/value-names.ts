// Names of what is counted: countries, kinds of devices, and visits without a referrer.
import type { I18n } from './index.ts';

export type NamedDimension = 'referrer' | 'country' | 'device';

const devices: Record<string, string> = {
  Computer: /*i18n*/ 'Computer',
  Phone: /*i18n*/ 'Phone',
  Tablet: /*i18n*/ 'Tablet',
  Television: /*i18n*/ 'Television',
  Console: /*i18n*/ 'Game console',
  Watch: /*i18n*/ 'Watch',
};
const OTHER = 'Other';
const regions = new Map<string, Intl.DisplayNames>();

/** `name` is the English one. */
export function valueName(i18n: I18n, dimension: NamedDimension, { key, name }: { key: string; name: string }): string {
  if (key === OTHER) return i18n.t('Other');
  if (dimension === 'referrer' && key === '') return i18n.t('Direct / unknown');
  if (dimension === 'country') return countryName(i18n, key);
  if (dimension === 'device' && Object.hasOwn(devices, key)) return i18n.t(devices[key]!);
  return key === 'Unknown' ? i18n.t('Unknown') : name;
}

/** `xx` is no country. */
export function countryName(i18n: I18n, code: string): string {
  if (!/^[a-z]{2}$/i.test(code) || /^(xx|zz)$/i.test(code)) return i18n.t('Unknown');
  let names = regions.get(i18n.language);
  if (!names) {
    names = new Intl.DisplayNames(i18n.language, { type: 'region', fallback: 'none' });
    regions.set(i18n.language, names);
  }
  return names.of(code.toUpperCase()) ?? i18n.t('Unknown');
}
