// A newsletter sign-up with only an e-mail address.
import { formFields, maxFieldLength } from '../../../../../contract/page/forms.ts';
import { html } from '../../../html.ts';
import type { BlockView } from '../view.ts';
import { form } from './form.ts';

export const signup: BlockView<'signup'> = {
  render({ id, content: { placeholder, button } }, page) {
    const fields = formFields({ type: 'signup' });
    const controls = html`${fields.map(
      ({ name, label }) =>
        html`<div><label for="f${id}">${label}</label><input id="f${id}" name="${name}" type="email" autocomplete="email" maxlength="${maxFieldLength.email}" placeholder="${placeholder}" required></div>`,
    )}`;
    return form({ blockId: id, fields, controls, button: button.trim() || 'Sign up' }, page);
  },
  style: '',
};
