import { useLocale } from '../../language.ts';

const UNIT = 1024;
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** 1.4 MB */
export function useFileSizes(): (bytes: number) => string {
  const locale = useLocale();
  return (bytes) => {
    const step = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(UNIT)), units.length - 1);
    const format = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: units[step]!,
      unitDisplay: 'short',
      maximumFractionDigits: step < 2 ? 0 : 1,
    });
    return format.format(bytes / UNIT ** step);
  };
}
