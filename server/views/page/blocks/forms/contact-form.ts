// A form with the owner's own fields.
import { contactFields, type FormField, maxFieldLength } from '../../../../../contract/page/forms.ts';
import { formText } from '../../../../i18n/form-words.ts';
import { type I18n, i18nFor } from '../../../../i18n/index.ts';
import { type Html, html } from '../../../html.ts';
import type { BlockView } from '../view.ts';
import { form } from './form.ts';

export const contactForm: BlockView<'contact_form'> = {
  sharedStyle: 'form',
  render({ id, content }, page) {
    const fields = contactFields(content);
    if (fields.length === 0) return undefined;
    const i18n = i18nFor(page.language);
    const controls = html`${fields.map((field, index) => labelled(i18n, field, `f${id}-${index + 1}`))}`;
    return form({ blockId: id, fields, controls, button: formText(i18n, content.button) || i18n.t('Send') }, page);
  },
  style: '',
};

function labelled(i18n: I18n, field: FormField, id: string): Html {
  const { name, label, type, isRequired } = field;
  const shared = html`id="${id}" name="${name}" maxlength="${maxFieldLength[type]}" dir="auto"${isRequired && html` required`}`;
  const control =
    type === 'message'
      ? html`<textarea ${shared} rows="4"></textarea>`
      : html`<input ${shared} type="${type}" autocomplete="${autocomplete(field)}">`;
  return html`<div><label for="${id}" dir="auto">${formText(i18n, label) || name}${!isRequired && html` <small>${i18n.t('(optional)')}</small>`}</label>${control}</div>`;
}

/** `autocomplete` values for common field names. */
function autocomplete({ name, type }: FormField): string {
  if (type !== 'text') return type;
  return (
    { name: 'name', company: 'organization', organisation: 'organization', address: 'street-address' }[name] ?? 'on'
  );
}
