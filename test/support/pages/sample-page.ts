// A page with every type of block and every link layout. All its texts pass through one function, so that the same page
// exists in another script, with overlong words, or with hostile text.
import { blockLimits } from '../../../contract/page/block-shapes.ts';
import type { BlockGiven, ItemGiven, PageGiven } from './pages.ts';

/** Receives the default text and its maximum length. */
export type Say = (plain: string, max: number) => string;

/** A single long word. */
export const endless: Say = (_plain, max) =>
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(4).slice(0, max);

export const fromRightToLeft: Say = (_plain, max) =>
  'علامات الطرق القديمة وخرائط الدروب بينها '.repeat(2).slice(0, max);

export interface Sample {
  username: string;
  say?: Say;
  /** The target of links. */
  target?: string;
}

/** Far in the future. */
export const countdownEnd = '2099-05-04T10:00:00.000Z';

const unchanged: Say = (plain) => plain;

export function samplePage({ username, say = unchanged, target = 'https://example.com/there' }: Sample): PageGiven {
  return {
    username,
    name: say('Ada Fenwick', blockLimits.name),
    bio: say('I mend old road signs, paint new ones, and draw the maps between them.', blockLimits.subheading),
    social: {
      email: 'ada@example.com',
      whatsapp: '+441632960123',
      facebook: 'ada.example',
      instagram: 'ada.example',
      twitter: 'ada_example',
      youtube: 'ada.example',
    },
    blocks: everyBlock(say, target),
  };
}

export function everyBlock(say: Say = unchanged, target = 'https://example.com/there'): BlockGiven[] {
  const name = (plain: string) => say(plain, blockLimits.name);
  const line = (plain: string) => say(plain, blockLimits.subheading);
  const label = (plain: string) => say(plain, blockLimits.label);
  const linked = (slug: string, caption: string, more: ItemGiven = {}): ItemGiven => {
    return { caption: say(caption, blockLimits.caption), link: target, slug, ...more };
  };
  const links = (layout: string): BlockGiven => ({
    block: 'links',
    name: name(`Links as ${layout}`),
    subheading: line('One post, many arms'),
    settings: { layout },
    items: [
      linked(`${layout}-one`, 'Order an arm for your own post', { settings: { highlight: true } }),
      linked(`${layout}-two`, 'Walking maps', { element: { description: line('Drawn by hand, printed on linen') } }),
      linked(`${layout}-three`, 'Not for everybody', { settings: { sensitive: true } }),
    ],
  });
  const picture = (caption: string, alt: string): ItemGiven => {
    return { caption: say(caption, blockLimits.caption), alt: say(alt, blockLimits.alt) };
  };
  return [
    {
      block: 'heading',
      name: name('Fenwick Fingerposts'),
      subheading: line('Road signs, mended'),
      settings: { level: 1 },
    },
    { block: 'text', name: name('About'), content: say(markdown, blockLimits.text) },
    ...['stack', 'thumbnails', 'cards', 'grid'].map(links),
    {
      block: 'image',
      name: name('Post of the month'),
      items: [linked('post', 'Three Lanes End', { alt: say('A white post', blockLimits.alt) })],
    },
    {
      block: 'gallery',
      name: name('Before the paint dries'),
      settings: { columns: 3 },
      items: [picture('Sanding', 'Hands'), picture('Lettering', 'Chalk'), picture('Drying', 'Five arms in the sun')],
    },
    {
      block: 'video',
      name: name('A film'),
      subheading: line('For the tea break'),
      content: { provider: 'youtube', id: 'aqz-KE-bpKQ' },
    },
    {
      block: 'music',
      name: name('A song'),
      content: { provider: 'spotify', kind: 'track', id: '4uLU6hMCjMI75M1A2tKUQC' },
    },
    {
      block: 'faq',
      name: name('Asked at the crossroads'),
      items: [
        {
          caption: say('Miles or kilometres?', blockLimits.caption),
          element: { answer: say('Whichever the road is used to.', blockLimits.answer) },
        },
        {
          caption: say('How long does an arm last?', blockLimits.caption),
          element: { answer: say('About thirty years.', blockLimits.answer) },
        },
      ],
    },
    {
      block: 'signup',
      name: name('The Milepost'),
      subheading: line('A letter four times a year'),
      content: {
        placeholder: label('you@example.com'),
        button: label('Send me the next one'),
        thanks: line('Thank you.'),
      },
    },
    {
      block: 'contact_form',
      name: name('Write to me'),
      content: {
        fields: [
          { name: 'name', label: label('Your name'), required: true },
          { name: 'email', label: label('Your e-mail address'), type: 'email', required: true },
          { name: 'message', label: label('Which way did it point?'), type: 'message' },
        ],
        button: label('Send'),
        thanks: line('Thank you.'),
      },
    },
    {
      block: 'countdown',
      name: name('Open day'),
      content: { until: countdownEnd, finished: line('The doors are open.') },
    },
    {
      block: 'file',
      name: name('To print and fold'),
      items: [linked('file', 'Footpaths of the parish', { element: { type: 'application/pdf', bytes: 1_843_200 } })],
    },
    {
      block: 'contact_card',
      name: name('Ada Fenwick'),
      subheading: line('Signwriter'),
      content: {
        organisation: name('Fenwick Fingerposts'),
        email: 'ada@example.com',
        phone: '+44 1632 960123',
        address: line('The old toll house'),
        website: 'https://example.com',
      },
    },
    {
      block: 'map',
      name: name('Where'),
      content: { latitude: 54.46, longitude: -2.17, zoom: 12, label: line('The old toll house') },
    },
    { block: 'divider', settings: { style: 'wave' } },
    { block: 'social', name: name('Elsewhere'), settings: { style: 'buttons' } },
  ];
}

const markdown = `Some **bold** and *slanted* words, a [link](https://example.com/text), and a list:

- one
- two`;
