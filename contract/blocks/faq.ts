import { msg } from '../messages.ts';
import { blockLimits } from '../page/block-limits.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { prose } from './fields.ts';
import { caption } from './form-entries.ts';

export const faq = defineBlock({
  title: msg`Questions`,
  text: msg`Answers that unfold`,
  group: 'more',
  icon: 'question',
  sketch: ['fold', 'fold', 'fold'],
  settings: {},
  content: null,
  items: {
    kind: 'question',
    element: { answer: prose(blockLimits.answer, { label: msg`Answer` }) },
    form: [{ ...caption, label: msg`Question` }, 'element.answer'],
  },
});

export const example: ExampleOf<typeof faq> = {
  name: 'Asked at the crossroads',
  items: [
    { caption: 'How long does an arm last?', element: { answer: 'About *thirty years*,\nor one careless tractor.' } },
    { caption: 'Miles or kilometres?', element: { answer: 'Whichever the road is used to.' } },
  ],
};
