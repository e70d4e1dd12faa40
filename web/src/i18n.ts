// The texts of the dashboard, in two parts: what everybody sees, loaded before the first screen is drawn, and what is behind
// the sign-in. Each part of each language is a chunk.
import { i18n, type Messages } from '@lingui/core';

type Catalogue = { messages: Messages };
type Part = 'everybody' | 'signed-in';

const catalogues: Record<Part, Record<string, () => Promise<Catalogue>>> = {
  everybody: { en: () => import('./locales/en.po') as Promise<Catalogue> },
  'signed-in': { en: () => import('./locales/signed-in/en.po') as Promise<Catalogue> },
};

export async function loadLanguage(language = 'en'): Promise<void> {
  const { messages } = await catalogues.everybody[language]!();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

/** Before a screen behind the sign-in is drawn. */
export async function loadSignedInTexts(): Promise<void> {
  const { messages } = await catalogues['signed-in'][i18n.locale]!();
  i18n.load(i18n.locale, messages);
}
