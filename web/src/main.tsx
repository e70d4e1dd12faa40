import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createRoot } from 'react-dom/client';
import './styles/tokens.css';
import './styles/base.css';
import { loadSettings } from './api/auth-state.ts';
import { App } from './app.tsx';
import { applyScheme } from './frame/colour-scheme.ts';
import { loadLanguage } from './i18n.ts';

applyScheme();
// Requested at once. Screens share this request and report if it fails.
loadSettings().catch(() => undefined);
await loadLanguage();
createRoot(document.querySelector('#root')!).render(
  <I18nProvider i18n={i18n}>
    <App />
  </I18nProvider>,
);
