// Shared by the two forms. They work without JavaScript and have a honeypot field against bots.
import { type FormField, honeypotOf } from '../../../../../contract/page/forms.ts';
import type { Page } from '../../../../../contract/page/page.ts';
import { pagePath } from '../../../../../contract/page/page-address.ts';
import { i18nFor } from '../../../../i18n/index.ts';
import { type Html, html } from '../../../html.ts';

interface Form {
  blockId: number;
  fields: readonly FormField[];
  controls: Html;
  button: string;
}

export function form({ blockId, fields, controls, button }: Form, page: Page): Html {
  const i18n = i18nFor(page.language);
  const honeypot = honeypotOf(fields);
  return html`<form class="card" method="post" action="${pagePath(page, { form: blockId })}">${controls}${honeypot && html`<p class="trap" aria-hidden="true"><label>${i18n.t('Leave this empty')} <input name="${honeypot}" tabindex="-1" autocomplete="off"></label></p>`}<button class="btn">${button}</button></form>`;
}

export const formStyle = `
form{display:grid;gap:.9rem;padding:1.25rem}
label{display:block;margin-block-end:.3rem;font-size:.9rem;font-weight:600}
input,textarea{display:block;inline-size:100%;min-block-size:3rem;padding:.6rem .9rem;background:var(--bg);color:var(--text);border:1px solid var(--border);border-radius:var(--radius-small)}
textarea{min-block-size:7rem;resize:vertical}
::placeholder{color:var(--muted);opacity:1}
.trap{position:absolute;inset-inline-start:-99em}
`;
