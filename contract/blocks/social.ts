import { msg } from '../messages.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { choice } from './fields.ts';
import { title } from './form-entries.ts';

export const social = defineBlock({
  title: msg`Social profiles`,
  text: msg`Your networks as icons or buttons`,
  group: 'basics',
  icon: 'share',
  sketch: ['dot', 'dot', 'dot', 'dot'],
  settings: {
    style: choice({ icons: msg`Icons`, buttons: msg`Buttons` }, 'icons', {
      label: msg`Style`,
      hint: msg`The profiles themselves are under Look.`,
    }),
  },
  content: null,
  showsAccount: true,
  form: ['settings.style', { ...title, isHalf: true }],
});

export const example: ExampleOf<typeof social> = { name: 'Find me along the way', settings: { style: 'buttons' } };
