// The texts of the dashboard. Each language is a chunk of its own, loaded before the first screen is drawn.
import { i18n, type Messages } from '@lingui/core';

type Catalogue = { messages: Messages };

const catalogues: Record<string, () => Promise<Catalogue>> = {
  en: () => import('./locales/en.po') as Promise<Catalogue>,
};

export async function loadLanguage(language = 'en'): Promise<void> {
  const { messages } = await catalogues[language]!();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}
