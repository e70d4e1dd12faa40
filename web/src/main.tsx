import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type ReactNode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/tokens.css';
import './styles/base.css';
import { loadSettings, wasSignedIn } from './api/auth-state.ts';
import { App, fetchCode } from './app.tsx';
import { applyScheme } from './frame/colour-scheme.ts';
import { Splash } from './frame/splash.tsx';
import { loadLanguage } from './i18n.ts';

applyScheme();
const root = createRoot(document.querySelector('#root')!);
// All requested at once. If something fails, the screen that needs it asks again and reports it.
const start = Promise.all([
  loadSettings().then(
    ({ signed_in }) => fetchCode(signed_in),
    () => undefined,
  ),
  fetchCode(wasSignedIn()),
]);
await loadLanguage();
draw(<Splash />);
await start;
// In steps, so that the browser can answer meanwhile.
startTransition(() => draw(<App />));

function draw(content: ReactNode): void {
  root.render(<I18nProvider i18n={i18n}>{content}</I18nProvider>);
}
