import { msg } from '../messages.ts';
import { blockLimits } from '../page/block-limits.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { formFields, text } from './fields.ts';

export const contactForm = defineBlock({
  title: msg`Contact form`,
  text: msg`Messages from visitors`,
  group: 'forms',
  icon: 'form',
  sketch: ['field', 'area', 'send'],
  settings: {},
  content: {
    fields: formFields(
      [
        { name: 'name', label: 'Your name', required: true },
        { name: 'email', label: 'Your e-mail address', required: true },
        { name: 'message', label: 'Your message', required: true },
      ],
      { label: msg`Fields` },
    ),
    button: text(blockLimits.label, { default: 'Send', label: msg`Button`, isHalf: true }),
    thanks: text(blockLimits.subheading, {
      default: 'Thank you. Your message has been sent.',
      label: msg`What visitors read afterwards`,
    }),
  },
});

export const example: ExampleOf<typeof contactForm> = {
  name: 'Seen a post that has fallen over?',
  content: {
    fields: [
      { name: 'email', label: 'Your e-mail address', type: 'email', required: true },
      { name: 'message', label: 'Where is it?', type: 'message' },
    ],
    button: 'Tell Ada',
    thanks: 'Thank you. She is on her way.',
  },
};
