import { msg } from '../messages.ts';
import { blockLimits } from '../page/block-limits.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { align, prose } from './fields.ts';
import { title } from './form-entries.ts';

export const text = defineBlock({
  title: msg`Text`,
  text: msg`A few sentences, with bold and links`,
  group: 'basics',
  icon: 'text',
  sketch: ['line', 'line', 'line', 'ending'],
  settings: { align: align('left') },
  content: prose(blockLimits.text, {
    label: msg`Text`,
    hint: msg`**bold**, *italic*, [a link](https://example.com), lists with - or 1.`,
  }),
  form: ['content', { ...title, isHalf: true }, 'settings.align'],
});

export const example: ExampleOf<typeof text> = {
  name: 'About',
  content:
    'I restore **cast-iron** fingerposts, as [others](https://example.com/text) do.\n\n- new arms\n- new letters',
  settings: { align: 'center' },
};
