import { msg } from '../messages.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { text } from './fields.ts';
import { caption, schedule, slug } from './form-entries.ts';

export const file = defineBlock({
  title: msg`File`,
  text: msg`Something to download`,
  group: 'more',
  icon: 'download',
  sketch: ['file', 'file'],
  settings: {},
  content: null,
  items: {
    kind: 'file',
    element: { type: text(100), bytes: { kind: 'whole', min: 0, default: 0 } },
    link: 'file',
    form: [caption, { kind: 'upload', path: 'link', label: msg`File` }, slug, 'settings.sensitive', schedule],
  },
});

export const example: ExampleOf<typeof file> = {
  name: 'To print and fold',
  items: [
    {
      caption: 'Footpaths of the parish',
      link: 'https://example.com/footpaths.pdf',
      element: { type: 'application/pdf', bytes: 1_843_200 },
    },
  ],
};
