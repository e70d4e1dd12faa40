import { msg } from '../messages.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { choice } from './fields.ts';
import { pictures } from './form-entries.ts';

export const image = defineBlock({
  title: msg`Picture`,
  text: msg`One picture, with or without a link`,
  group: 'media',
  icon: 'picture',
  sketch: ['picture'],
  settings: {
    fit: choice({ cover: msg`Fill the frame`, contain: msg`Show the whole picture` }, 'cover', {
      label: msg`How it fills its frame`,
    }),
  },
  content: null,
  items: pictures,
});

export const example: ExampleOf<typeof image> = {
  name: 'Post of the month',
  settings: { fit: 'contain' },
  items: [{ caption: 'Three Lanes End', alt: 'A white fingerpost at a fork', link: 'https://example.com/posts' }],
};
