import { msg } from '../messages.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { flag, oneOf } from './fields.ts';
import { player, subtitle, title } from './form-entries.ts';

export const video = defineBlock({
  title: msg`Video`,
  text: msg`YouTube, Vimeo or TikTok`,
  group: 'media',
  icon: 'play',
  sketch: ['screen'],
  settings: { autoplay: flag(false, { label: msg`Play at once when opened` }) },
  content: {
    provider: oneOf(['youtube', 'vimeo', 'tiktok']),
    id: { kind: 'id', player: 'video', default: '' },
  },
  form: [player, title, subtitle, 'settings.autoplay'],
});

export const example: ExampleOf<typeof video> = {
  name: 'For the tea break',
  subheading: 'A free film',
  content: { provider: 'vimeo', id: '76979871' },
  settings: { autoplay: true },
};
