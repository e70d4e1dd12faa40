import { msg } from '../messages.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { whole } from './fields.ts';
import { pictures } from './form-entries.ts';

export const gallery = defineBlock({
  title: msg`Gallery`,
  text: msg`Several pictures side by side`,
  group: 'media',
  icon: 'grid',
  sketch: ['tile', 'tile', 'tile', 'tile'],
  settings: {
    columns: whole(1, 4, 2, { label: msg`Columns`, options: [msg`One`, msg`Two`, msg`Three`, msg`Four`] }),
  },
  content: null,
  items: pictures,
});

export const example: ExampleOf<typeof gallery> = {
  name: 'Before the paint dries',
  settings: { columns: 3 },
  items: [
    { caption: 'Sanding', alt: 'Hands sanding an oak arm' },
    { caption: 'Lettering', alt: 'Chalk letters on a board' },
    { caption: 'Drying', alt: 'Five arms in the sun' },
  ],
};
