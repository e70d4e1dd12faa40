import { msg } from '../messages.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { choice } from './fields.ts';

export const divider = defineBlock({
  title: msg`Divider`,
  text: msg`A line, dots, a wave or space`,
  group: 'more',
  icon: 'divider',
  sketch: ['line', 'rule', 'line'],
  settings: {
    style: choice({ line: msg`Line`, dots: msg`Dots`, wave: msg`Wave`, space: msg`Space` }, 'line', {
      label: msg`Style`,
    }),
  },
  content: null,
  form: ['settings.style'],
});

export const example: ExampleOf<typeof divider> = { settings: { style: 'wave' } };
