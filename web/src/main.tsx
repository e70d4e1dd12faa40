import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { loadLanguage } from './i18n.ts';

await loadLanguage();
createRoot(document.querySelector('#root')!).render(
  <I18nProvider i18n={i18n}>
    <App />
  </I18nProvider>,
);
