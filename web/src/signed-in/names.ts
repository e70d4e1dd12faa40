// Names and lists as people write them in the language of the dashboard.
import { useMemo } from 'react';
import { useLocale } from '../language.ts';

/** Of countries by their ISO 3166 code, in upper case. A code that the browser does not know is shown as it is. */
export function useCountryNames(): (iso: string) => string {
  const locale = useLocale();
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'region' });
    return (iso) => {
      try {
        return names.of(iso) ?? iso;
      } catch {
        return iso;
      }
    };
  }, [locale]);
}

/** "ada, lou, max" */
export function useListing(): (entries: readonly string[]) => string {
  const locale = useLocale();
  return (entries) => new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' }).format(entries);
}
