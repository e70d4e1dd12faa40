import { msg } from '../messages.ts';
import { blockLimits } from '../page/block-limits.ts';
import { defineBlock, type ExampleOf } from './definition.ts';
import { text } from './fields.ts';
import { subtitle, title } from './form-entries.ts';

export const contactCard = defineBlock({
  title: msg`Contact card`,
  text: msg`Visitors save it to their phone`,
  group: 'more',
  icon: 'account',
  sketch: ['person', 'line', 'short'],
  settings: {},
  content: {
    organisation: text(blockLimits.name, { label: msg`Organisation`, isHalf: true }),
    email: text(blockLimits.email, { label: msg`E-mail`, input: 'email', isHalf: true }),
    phone: text(blockLimits.phone, { label: msg`Phone`, input: 'tel', isHalf: true }),
    address: text(blockLimits.subheading, { label: msg`Postal address` }),
    website: text(blockLimits.url, { label: msg`Website`, input: 'link' }),
  },
  showsAccount: true,
  form: [
    { ...title, label: msg`Name`, hint: msg`Your page’s name if it is empty.` },
    { ...subtitle, label: msg`Role`, isHalf: true },
    'content.organisation',
    'content.email',
    'content.phone',
    'content.address',
    'content.website',
  ],
});

export const example: ExampleOf<typeof contactCard> = {
  name: 'Ada Fenwick',
  subheading: 'Signwriter',
  content: {
    organisation: 'Fenwick Fingerposts',
    email: 'workshop@example.com',
    phone: '+44 1632 960123',
    address: 'The old toll house',
    website: 'https://example.com',
  },
};
