// A form on its own page, shown after an invalid submission with the values still filled in. The errors are listed
// above the form, with links to the fields, and again at each field.
import type { FieldType } from '../../../../contract/blocks/fields.ts';
import { type FormField, honeypotOf, maxFieldLength } from '../../../../contract/page/forms.ts';
import type { I18n } from '../../../i18n/index.ts';
import { type Html, html } from '../../html.ts';
import { pagePolicy } from '../policy.ts';
import type { PageTheme } from '../style/plain-colours.ts';
import { renderOwnPage } from './layout.ts';
import { noticeStyle } from './notice-style.ts';

export interface FormPage {
  title: string;
  fields: readonly FormField[];
  button: string;
  /** Paths of the form and of the page it belongs to. */
  action: string;
  back: string;
  values: Readonly<Record<string, string>>;
  /** By field name. */
  errors: ReadonlyMap<string, string>;
}

const formStyle = `
form,.mend{width:100%;text-align:start}
form{margin-block-start:.75rem}
.mend{margin-block-start:1.5rem;padding:1rem 1.25rem;border:2px solid var(--wrong);border-radius:var(--radius-small)}
.mend h2{margin:0;font-size:1.125rem}
.mend ul{margin:.5rem 0 0;padding-inline-start:1.25rem}
.mend a,.wrong{color:var(--wrong)}
form p{margin-block-start:1.25rem;color:var(--text)}
label{display:block;font-weight:600}
label small{font-weight:400;color:var(--muted)}
.wrong{display:block;font-weight:600}
input,textarea{display:block;width:100%;margin-block-start:.375rem;padding:.75rem 1rem;border:2px solid var(--border);border-radius:var(--radius-small);background:var(--surface);color:inherit;font:inherit}
textarea{min-height:9rem;resize:vertical}
[aria-invalid]{border-color:var(--wrong)}
button{width:100%;min-height:3rem;margin-block-start:1.5rem;padding:.5rem 1.75rem;border:0;border-radius:var(--radius);background:var(--button);color:var(--button-text);font:inherit;font-weight:600;cursor:pointer}
input:focus-visible,textarea:focus-visible,.mend:focus-visible{border-radius:var(--radius-small)}
.trap{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
`;

export function renderForm(page: FormPage, i18n: I18n, theme: PageTheme | undefined): { html: string; policy: string } {
  const { title, fields, button, action, back, values, errors } = page;
  const honeypot = honeypotOf(fields);
  const main = html`<h1 dir="auto">${title}</h1>
${errors.size > 0 && summary(i18n, fields, errors)}
<form method="post" action="${action}">
${fields.map((field) => fieldOf(i18n, field, values[field.name] ?? '', errors.get(field.name)))}
${honeypot && html`<p class="trap" aria-hidden="true"><label>${i18n.t('Leave this empty')} <input name="${honeypot}" tabindex="-1" autocomplete="off"></label></p>`}
<button dir="auto">${button}</button>
</form>
<p class="ways"><a class="or" href="${back}">${i18n.t('Back to the page')}</a></p>`;
  const heading = errors.size > 0 ? i18n.t('Please check: {title}', { title }) : title;
  const style = noticeStyle(theme, `${heading} ${main}`) + formStyle;
  return { html: renderOwnPage({ i18n, title: heading, style, main }), policy: pagePolicy({ styles: [style] }) };
}

/** Focused on load, so that screen readers announce it. */
function summary(i18n: I18n, fields: readonly FormField[], errors: ReadonlyMap<string, string>): Html {
  const entries = fields.flatMap(({ name }) => {
    const error = errors.get(name);
    return error === undefined ? [] : [html`<li><a href="#f-${name}" dir="auto">${error}</a></li>`];
  });
  return html`<div class="mend" role="alert" tabindex="-1" autofocus>
<h2>${i18n.t('Nothing was sent yet. Please check:')}</h2>
<ul>${entries}</ul>
</div>`;
}

function fieldOf(i18n: I18n, field: FormField, value: string, error: string | undefined): Html {
  const { name, label, type, isRequired } = field;
  const attributes = html`id="f-${name}" name="${name}" dir="auto" maxlength="${maxFieldLength[type]}" autocomplete="${completion(name, type)}"${isRequired && html` required`}${error !== undefined && html` aria-invalid="true" aria-describedby="e-${name}"`}`;
  return html`<p>
<label for="f-${name}" dir="auto">${label}${!isRequired && html` <small>${i18n.t('(optional)')}</small>`}</label>
${error !== undefined && html`<span class="wrong" id="e-${name}" dir="auto">${error}</span>`}
${type === 'message' ? html`<textarea ${attributes}>${value}</textarea>` : html`<input type="${type}" ${attributes} value="${value}">`}
</p>
`;
}

function completion(name: string, type: FieldType): string {
  if (type === 'email' || type === 'tel') return type;
  return name === 'name' ? 'name' : 'on';
}
