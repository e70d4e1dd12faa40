import { msg } from '../messages.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { oneOf } from './fields.ts';
import { player, subtitle, title } from './form-entries.ts';

export const music = defineBlock({
  title: msg`Music`,
  text: msg`Spotify, SoundCloud or Apple Music`,
  group: 'media',
  icon: 'music',
  sketch: ['player'],
  settings: {},
  content: {
    provider: oneOf(['spotify', 'soundcloud', 'apple_music']),
    kind: oneOf(['track', 'album', 'playlist', 'artist', 'episode', 'show']),
    /** Spotify's id; for the other two the path of the URL. */
    id: { kind: 'id', player: 'music', default: '' },
  },
  form: [player, title, subtitle],
});

export const example: ExampleOf<typeof music> = {
  name: 'On the workshop radio',
  content: { provider: 'apple_music', kind: 'album', id: 'gb/album/1440857781' },
};
