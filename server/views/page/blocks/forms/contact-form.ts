// A form with the owner's own fields.
import { contactFields, type FormField, maxFieldLength } from '../../../../../contract/page/forms.ts';
import { type Html, html } from '../../../html.ts';
import type { BlockView } from '../view.ts';
import { form } from './form.ts';

export const contactForm: BlockView<'contact_form'> = {
  render({ id, content }, page) {
    const fields = contactFields(content);
    if (fields.length === 0) return undefined;
    const controls = html`${fields.map((field, index) => labelled(field, `f${id}-${index + 1}`))}`;
    return form({ blockId: id, fields, controls, button: content.button.trim() || 'Send' }, page);
  },
  style: '',
};

function labelled(field: FormField, id: string): Html {
  const { name, label, type, isRequired } = field;
  const shared = html`id="${id}" name="${name}" maxlength="${maxFieldLength[type]}" dir="auto"${isRequired && html` required`}`;
  const control =
    type === 'message'
      ? html`<textarea ${shared} rows="4"></textarea>`
      : html`<input ${shared} type="${type}" autocomplete="${autocomplete(field)}">`;
  return html`<div><label for="${id}" dir="auto">${label.trim() || name}${!isRequired && html` <small>(optional)</small>`}</label>${control}</div>`;
}

/** `autocomplete` values for common field names. */
function autocomplete({ name, type }: FormField): string {
  if (type !== 'text') return type;
  return (
    { name: 'name', company: 'organization', organisation: 'organization', address: 'street-address' }[name] ?? 'on'
  );
}
