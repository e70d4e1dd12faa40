import { msg } from '../messages.ts';
import { blockLimits } from '../page/block-limits.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { instant, text } from './fields.ts';

export const countdown = defineBlock({
  title: msg`Countdown`,
  text: msg`Time left until a moment`,
  group: 'more',
  icon: 'clock',
  sketch: ['digits', 'short'],
  settings: {},
  content: {
    until: instant({ label: msg`Until` }),
    finished: text(blockLimits.subheading, { label: msg`What it says afterwards` }),
  },
});

export const example: ExampleOf<typeof countdown> = {
  name: 'Open workshop day',
  content: { until: '2099-05-04T10:00:00Z', finished: 'Come in!' },
};
