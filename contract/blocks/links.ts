import { msg } from '../messages.ts';
import { blockLimits } from '../page/block-limits.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { choice, text } from './fields.ts';
import { alternative, caption, link, picture, schedule, slug } from './form-entries.ts';

export const links = defineBlock({
  title: msg`Links`,
  text: msg`Buttons that lead somewhere`,
  group: 'basics',
  icon: 'link',
  sketch: ['button', 'button', 'button'],
  settings: {
    layout: choice(
      { stack: msg`Buttons`, thumbnails: msg`Buttons with pictures`, cards: msg`Cards`, grid: msg`Grid` },
      'stack',
      { label: msg`Layout` },
    ),
  },
  content: null,
  items: {
    kind: 'link',
    element: { description: text(blockLimits.subheading, { label: msg`Description` }) },
    link: 'anywhere',
    form: [
      caption,
      link,
      'element.description',
      picture,
      alternative,
      slug,
      'settings.highlight',
      'settings.sensitive',
      schedule,
    ],
  },
});

export const example: ExampleOf<typeof links> = {
  name: 'Which way?',
  subheading: 'One post, many arms',
  settings: { layout: 'cards' },
  items: [
    {
      caption: 'Order an arm',
      alt: 'A painted arm',
      link: 'https://example.com/order',
      element: { description: 'Oak, three coats of paint' },
      settings: {
        from: '2026-01-01T09:00:00Z',
        to: '2099-12-01T09:00:00Z',
        highlight: true,
        sensitive: true,
        pass_query: true,
        language: 'en-GB',
      },
    },
    { caption: 'Write to the workshop', link: 'mailto:workshop@example.com' },
    { caption: 'Not yet' },
  ],
};
