import { useLocale } from '../../language.ts';

/** As operating systems count; quotas are counted in thousands. */
const UNIT = 1024;
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** 1.4 MB, 14 bytes */
export function useFileSizes(base = UNIT): (bytes: number) => string {
  const locale = useLocale();
  return (bytes) => {
    const step = Math.max(
      units.findLastIndex((_, power) => bytes >= base ** power),
      0,
    );
    const format = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: units[step]!,
      unitDisplay: step === 0 ? 'long' : 'short',
      maximumFractionDigits: step < 2 ? 0 : 1,
    });
    return format.format(bytes / base ** step);
  };
}
