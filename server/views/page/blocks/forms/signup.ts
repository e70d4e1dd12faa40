// A newsletter sign-up with only an e-mail address.
import { formFields, maxFieldLength } from '../../../../../contract/page/forms.ts';
import { formText } from '../../../../i18n/form-words.ts';
import { i18nFor } from '../../../../i18n/index.ts';
import { html } from '../../../html.ts';
import type { BlockView } from '../view.ts';
import { form } from './form.ts';

export const signup: BlockView<'signup'> = {
  sharedStyle: 'form',
  render({ id, content: { placeholder, button } }, page) {
    const i18n = i18nFor(page.language);
    const fields = formFields({ type: 'signup' });
    const controls = html`${fields.map(
      ({ name, label }) =>
        html`<div><label for="f${id}">${formText(i18n, label)}</label><input id="f${id}" name="${name}" type="email" autocomplete="email" maxlength="${maxFieldLength.email}" placeholder="${formText(i18n, placeholder)}" required></div>`,
    )}`;
    return form({ blockId: id, fields, controls, button: formText(i18n, button) || i18n.t('Sign up') }, page);
  },
  style: '',
};
