// Dates and numbers as people write them. Making a formatter takes longer than using it, so formatters are cached.

/** Any BCP 47 tag may be a page's language, so their number is limited. */
const MAX_FORMATTERS = 200;
const FALLBACK = 'en-GB';

const dates = cached(
  (locale, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat([locale, FALLBACK], { timeZone: 'UTC', ...options }),
);
const numbers = cached(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat([locale, FALLBACK], options),
);

export function formatDate(locale: string, at: number | Date, options: Intl.DateTimeFormatOptions): string {
  return dates(locale, options).format(at);
}

export function formatDays(locale: string, first: Date, last: Date, options: Intl.DateTimeFormatOptions): string {
  return dates(locale, options).formatRange(first, last);
}

export function formatNumber(locale: string, value: number, options: Intl.NumberFormatOptions = {}): string {
  return numbers(locale, options).format(value);
}

/** `Google Analytics, Meta Pixel and TikTok Pixel` */
export function formatList(locale: string, names: readonly string[]): string {
  return new Intl.ListFormat([locale, FALLBACK]).format(names);
}

/** The locale for dates and numbers. English without a region has dates that nobody can misread. */
export function localeOf(language: string | null): string {
  return language === null || language === 'en' ? FALLBACK : language;
}

function cached<Options, Formatter>(create: (locale: string, options: Options) => Formatter) {
  const known = new Map<string, Formatter>();
  return (locale: string, options: Options): Formatter => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const found = known.get(key);
    if (found) return found;
    if (known.size >= MAX_FORMATTERS) known.clear();
    const made = create(locale, options);
    known.set(key, made);
    return made;
  };
}
