// The texts of the dashboard, in two parts: what everybody sees, loaded before the first screen is drawn, and what is behind
// the sign-in. Each part of each language is a chunk.
import { i18n, type Messages } from '@lingui/core';

type Catalogue = { messages: Messages };
type Part = 'everybody' | 'signed-in';

const catalogues: Record<Part, Record<string, () => Promise<Catalogue>>> = {
  everybody: { en: () => import('./locales/en.po') as Promise<Catalogue> },
  'signed-in': { en: () => import('./locales/signed-in/en.po') as Promise<Catalogue> },
};

const language = 'en';
let activation: Promise<void> | undefined;

export function loadLanguage(): Promise<void> {
  activation ??= activate();
  return activation;
}

async function activate(): Promise<void> {
  const { messages } = await catalogues.everybody[language]!();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

/** Before a screen behind the sign-in is drawn. They are added to those for everybody. */
export async function loadSignedInTexts(): Promise<void> {
  const [{ messages }] = await Promise.all([catalogues['signed-in'][language]!(), loadLanguage()]);
  i18n.load(language, messages);
}
