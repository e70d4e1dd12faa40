import { msg } from '../messages.ts';
import { blockLimits } from '../page/block-limits.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { degrees, text, whole } from './fields.ts';
import { title } from './form-entries.ts';

export const map = defineBlock({
  title: msg`Map`,
  text: msg`Where to find you`,
  group: 'more',
  icon: 'map',
  sketch: ['pin'],
  settings: {},
  content: {
    latitude: degrees(90, { label: msg`Latitude` }),
    longitude: degrees(180, { label: msg`Longitude` }),
    zoom: whole(1, 19, 13, { label: msg`Zoom`, hint: msg`1 shows the world, 19 a street.` }),
    label: text(blockLimits.subheading, { label: msg`Name of the place` }),
  },
  form: ['content.label', 'content.latitude', 'content.longitude', 'content.zoom', { ...title, isHalf: true }],
});

export const example: ExampleOf<typeof map> = {
  name: 'Where the workshop is',
  content: { latitude: 54.4609, longitude: -2.1734, zoom: 12, label: 'The old toll house' },
};
