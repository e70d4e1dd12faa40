import { msg } from '../messages.ts';
import { blockLimits } from '../page/block-limits.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { prose, text } from './fields.ts';
import { subtitle, title } from './form-entries.ts';

export const quote = defineBlock({
  title: msg`Quote`,
  text: msg`What somebody said or wrote`,
  group: 'basics',
  icon: 'quote',
  sketch: ['line', 'line', 'ending', 'short'],
  settings: {},
  content: {
    text: prose(1000, { label: msg`Quote` }),
    author: text(blockLimits.name, { label: msg`Author` }),
  },
  form: ['content.text', 'content.author', title, subtitle],
});

export const example: ExampleOf<typeof quote> = {
  name: 'Heard at the crossroads',
  content: { text: 'A good signpost never argues.\nIt points.', author: 'Ada Fenwick, signwriter' },
};
