import { msg } from '../messages.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { align, whole } from './fields.ts';
import { subtitle, title } from './form-entries.ts';

export const heading = defineBlock({
  title: msg`Heading`,
  text: msg`A title for what follows`,
  group: 'basics',
  icon: 'heading',
  sketch: ['title', 'short'],
  settings: {
    level: whole(1, 3, 2, {
      label: msg`Size`,
      options: [msg`Large`, msg({ message: 'Medium', context: 'size' }), msg`Small`],
    }),
    align: align('center'),
  },
  content: null,
  form: [
    { ...title, label: msg`Heading` },
    { ...subtitle, label: msg`Line below the heading` },
    'settings.level',
    'settings.align',
  ],
});

export const example: ExampleOf<typeof heading> = {
  name: 'From the workshop',
  subheading: 'Wood, iron, paint',
  settings: { level: 1, align: 'left' },
};
