// Languages as BCP 47 tags: those that our own words are translated to, and any other for a page.

/** The languages of the dashboard, of mails, and of our own words on public pages. */
export const interfaceLanguages = ['en', 'de', 'es', 'fr', 'pt', 'ja', 'ar'] as const;
export type InterfaceLanguage = (typeof interfaceLanguages)[number];

/** The name of each language in the language itself. */
export const languageNames: Record<InterfaceLanguage, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  ja: '日本語',
  ar: 'العربية',
};

export const MAX_LANGUAGE_TAG = 35;
/** Language, script, region and variants: `de`, `pt-BR`, `zh-Hant-TW`. Without extensions and private tags. */
export const LANGUAGE_TAG = '^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?(-[A-Za-z0-9]{4,8}){0,2}$';

const rightToLeftScripts = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** The tag in its usual spelling: `PT-br` becomes `pt-BR`. Undefined if it is not a tag. */
export function canonicalLanguage(tag: string): string | undefined {
  if (tag.length > MAX_LANGUAGE_TAG || !new RegExp(LANGUAGE_TAG).test(tag)) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** The direction in which the language is usually written. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  // The first use of Intl.Locale takes a browser longer than the rest of the start.
  if (Object.hasOwn(languageNames, tag)) return tag === 'ar' ? 'rtl' : 'ltr';
  const { script } = new Intl.Locale(tag).maximize();
  return script !== undefined && rightToLeftScripts.has(script) ? 'rtl' : 'ltr';
}

const rightToLeftLetter =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Decided by the first letter, as browsers do for `dir="auto"`. */
export function directionOfText(text: string): 'ltr' | 'rtl' {
  return rightToLeftLetter.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';
}

export function hasRightToLeft(text: string): boolean {
  return rightToLeftLetter.test(text);
}

/** The first of the tags that we have words for, whatever its region or script: `pt-PT` gives `pt`. English if there is none. */
export function nearestLanguage(tags: readonly string[]): InterfaceLanguage {
  for (const tag of tags) {
    const language = canonicalLanguage(tag.split('-', 1)[0] ?? '');
    const known = interfaceLanguages.find((candidate) => candidate === language);
    if (known !== undefined) return known;
  }
  return 'en';
}
