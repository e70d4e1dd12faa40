import { msg } from '../messages.ts';
import { blockLimits } from '../page/block-limits.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { flag, text } from './fields.ts';

export const signup = defineBlock({
  title: msg`Sign-up form`,
  text: msg`Collect e-mail addresses`,
  group: 'forms',
  icon: 'mail',
  sketch: ['field', 'send'],
  settings: {
    /** An address is on the list once its owner has followed the link in a mail. */
    confirm: flag(false, {
      label: msg`Ask visitors to confirm their address`,
      hint: msg`They get a mail with a link. Only addresses that were confirmed are on your list; others are deleted after seven days (double opt-in).`,
    }),
  },
  content: {
    placeholder: text(blockLimits.label, {
      default: 'you@example.com',
      label: msg`Example in the field`,
      isHalf: true,
    }),
    button: text(blockLimits.label, { default: 'Sign up', label: msg`Button`, isHalf: true }),
    thanks: text(blockLimits.subheading, {
      default: 'Thank you. You are on the list.',
      label: msg`What visitors read afterwards`,
    }),
  },
});

export const example: ExampleOf<typeof signup> = {
  name: 'The Milepost',
  subheading: 'A letter four times a year',
  content: { placeholder: 'me@example.com', button: 'Send me the next one', thanks: 'You are on the list.' },
  settings: { confirm: true },
};
