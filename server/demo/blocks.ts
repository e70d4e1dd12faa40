// The blocks of the demo page, with every type at least once. Its links use domain names reserved for examples. The video
// and the song are referenced by their public ids only.
import { blockExamples } from '../../contract/blocks/examples.ts';
import { DAY, HOUR, type Micros, timestamp } from '../../contract/time.ts';
import { type BlockType, blockTypes } from '../../contract/vocabulary.ts';
import type { Moment } from './content.ts';

interface DemoLink {
  slug: string;
  url: string;
  /** Weight for clicks of invented visitors; 0 for none. */
  appeal: number;
}

interface DemoItem {
  caption: string;
  alt?: string;
  link?: DemoLink;
  element?: Record<string, unknown>;
  settings?: Record<string, unknown>;
  /** Positions as left by reordering; the order of the list decides. */
  position?: number;
}

export interface DemoBlock extends Moment {
  block: BlockType;
  name?: string;
  subheading?: string;
  content?: unknown;
  settings?: Record<string, unknown>;
  items?: DemoItem[];
}

/** A deleted link: its item is gone, its counts are kept. */
export const formerLink = {
  slug: 'summer-sign-fair',
  url: 'https://example.org/summer-sign-fair',
  appeal: 24,
  deleted: { daysAgo: 12, time: '11:24' },
} satisfies DemoLink & { deleted: Moment };

const opening: DemoBlock[] = [
  {
    daysAgo: 731,
    time: '08:31',
    block: 'heading',
    name: 'Fenwick Fingerposts',
    subheading: 'Road signs mended, painted and turned the right way round',
    settings: { level: 1, align: 'center' },
  },
  {
    daysAgo: 731,
    time: '08:40',
    block: 'text',
    content:
      'I restore **cast-iron fingerposts**, cut new arms in oak, and draw the maps that go with them.\n\nNone of it is real: this page is here to show *what a page can hold*. 🪧',
    settings: { align: 'center' },
  },
  {
    daysAgo: 731,
    time: '09:05',
    block: 'links',
    name: 'Which way?',
    subheading: 'One post, many arms',
    settings: { layout: 'stack' },
    items: [
      {
        caption: 'Order an arm for your own post',
        link: { slug: 'order-an-arm', url: 'https://example.com/order', appeal: 30 },
        element: { description: 'Oak, three coats of paint, lettered by hand' },
        settings: { highlight: true },
        position: 1,
      },
      {
        caption: 'Hand-drawn walking maps 🧭',
        link: { slug: 'walking-maps', url: 'https://example.com/maps', appeal: 26 },
        position: 2,
      },
      {
        caption: 'Field guide: how to read a fingerpost',
        link: { slug: 'field-guide', url: 'https://example.org/field-guide', appeal: 15 },
        position: 2,
      },
      {
        caption: 'Adopt a signpost',
        link: { slug: 'adopt-a-signpost', url: 'https://example.org/adopt?from=page', appeal: 11 },
        position: 3,
      },
      {
        caption: 'Terms of hire for the long ladder',
        link: { slug: 'ladder-terms', url: 'https://example.com/terms/ladder', appeal: 0 },
        position: 5,
      },
      {
        caption: 'Write to the workshop',
        link: { slug: 'write-to-the-workshop', url: 'mailto:demo@example.com', appeal: 5 },
        position: 4,
      },
    ],
  },
  { daysAgo: 731, time: '09:12', block: 'social', name: 'Find me along the way', settings: { style: 'icons' } },
];

const workshop: DemoBlock[] = [
  {
    daysAgo: 36,
    time: '09:02',
    block: 'image',
    name: 'Post of the month',
    items: [
      {
        caption: 'Three Lanes End, back on its feet after ninety years',
        alt: 'A white fingerpost with three black-lettered arms at a fork between stone walls',
        link: { slug: 'post-of-the-month', url: 'https://example.com/posts/three-lanes-end', appeal: 9 },
      },
    ],
  },
  { daysAgo: 700, time: '18:20', block: 'divider', settings: { style: 'dots' } },
  {
    daysAgo: 700,
    time: '18:24',
    block: 'heading',
    name: 'From the workshop',
    settings: { level: 2, align: 'center' },
  },
  {
    daysAgo: 690,
    time: '13:15',
    block: 'gallery',
    name: 'Before the paint dries',
    settings: { columns: 2 },
    items: [
      { caption: 'Sanding', alt: 'Hands sanding the pointed end of an oak arm', position: 0 },
      { caption: 'Setting out the letters', alt: 'Chalk letters ruled between two lines on a board', position: 0 },
      { caption: 'Black on white', alt: 'A brush finishing the tail of a capital R', position: 0 },
      { caption: 'Drying 🌤️', alt: 'Five painted arms leaning in the sun against a barn', position: 0 },
    ],
  },
  {
    daysAgo: 512,
    time: '20:48',
    block: 'video',
    name: 'For the tea break',
    subheading: 'Big Buck Bunny, a free film of the Blender Foundation',
    content: { provider: 'youtube', id: 'aqz-KE-bpKQ' },
    settings: { autoplay: false },
  },
  {
    daysAgo: 19,
    time: '08:20',
    block: 'music',
    name: 'On the workshop radio',
    subheading: 'The one song it never gives up on',
    content: { provider: 'spotify', kind: 'track', id: '4uLU6hMCjMI75M1A2tKUQC' },
  },
];

const travellers: DemoBlock[] = [
  {
    daysAgo: 19,
    time: '08:44',
    block: 'links',
    name: 'The valley map, in other tongues',
    settings: { layout: 'thumbnails' },
    items: [
      {
        caption: 'خريطة دروب الوادي',
        link: { slug: 'map-ar', url: 'https://example.org/maps/valley/ar', appeal: 7 },
        settings: { language: 'ar' },
      },
      {
        caption: 'מפת שבילי העמק',
        link: { slug: 'map-he', url: 'https://example.org/maps/valley/he', appeal: 5 },
        settings: { language: 'he' },
      },
      {
        caption: '谷の散歩地図',
        link: { slug: 'map-ja', url: 'https://example.org/maps/valley/ja', appeal: 6 },
        settings: { language: 'ja' },
      },
    ],
  },
  {
    daysAgo: 402,
    time: '10:10',
    block: 'file',
    name: 'To print and fold',
    items: [
      {
        caption: 'Footpaths of the parish',
        link: { slug: 'parish-footpaths', url: 'https://example.com/files/parish-footpaths.pdf', appeal: 8 },
        element: { type: 'application/pdf', bytes: 1_843_200 },
      },
    ],
  },
  {
    daysAgo: 655,
    time: '17:37',
    block: 'faq',
    name: 'Asked at the crossroads',
    items: [
      {
        caption: 'Do you paint distances in miles or kilometres?',
        element: { answer: 'In whichever the road is used to. A quarter of a mile is the smallest I can letter.' },
      },
      {
        caption: 'How long does an arm last?',
        element: { answer: 'Oak and three coats: about thirty years, or one careless tractor.' },
      },
      {
        caption: 'Can a post point two ways to the same place?',
        element: { answer: 'Yes. The longer way usually has the *better view*, and says so.' },
      },
    ],
  },
  {
    daysAgo: 655,
    time: '18:05',
    block: 'map',
    name: 'Where the workshop is',
    content: { latitude: 54.4609, longitude: -2.1734, zoom: 12, label: 'The old toll house, Hartwick Cross' },
  },
  {
    daysAgo: 655,
    time: '18:16',
    block: 'contact_card',
    name: 'Ada Fenwick',
    subheading: 'Signwriter and map-maker',
    content: {
      organisation: 'Fenwick Fingerposts',
      email: 'demo@example.com',
      phone: '+44 1632 960123',
      address: 'The old toll house, Hartwick Cross',
      website: 'https://example.com',
    },
  },
  {
    daysAgo: 14,
    time: '19:33',
    block: 'signup',
    name: 'The Milepost',
    subheading: 'A letter four times a year, about roads worth taking',
    content: { placeholder: 'you@example.com', button: 'Send me the next one', thanks: 'You are on the list. 💌' },
  },
  {
    daysAgo: 388,
    time: '21:02',
    block: 'contact_form',
    name: 'Seen a post that has fallen over?',
    content: {
      fields: [
        { name: 'name', label: 'Your name', required: true },
        { name: 'email', label: 'Your e-mail address', required: true },
        { name: 'phone', label: 'Your telephone number' },
        { name: 'message', label: 'Where is it, and which way did it point?', required: true },
      ],
      button: 'Tell Ada',
    },
  },
];

/** Of a type that the story has no block of. */
function asExample(block: BlockType): DemoBlock {
  const { items = [], ...example } = blockExamples[block];
  const shown = items.map(({ link, ...item }, index): DemoItem => {
    const slug = `${block.replaceAll('_', '-')}-${index + 1}`;
    return { caption: '', ...item, ...(link && { link: { slug, url: link, appeal: 4 } }) } as DemoItem;
  });
  return { daysAgo: 3, time: '11:05', block, ...example, items: shown } as DemoBlock;
}

/** In page order. The date of the countdown is always in the future. */
export function demoPage(now: Micros): DemoBlock[] {
  const openDay = now - (now % DAY) + 40 * DAY + 10 * HOUR;
  const countdown: DemoBlock = {
    daysAgo: 5,
    time: '12:46',
    block: 'countdown',
    name: 'Open workshop day',
    subheading: 'Tea, paint and a post to take home',
    content: { until: timestamp(openDay), finished: 'The doors are open: come in!' },
  };
  const story = [...opening, countdown, ...workshop, ...travellers];
  const others = blockTypes.filter((type) => !story.some(({ block }) => block === type));
  return [...story, ...others.map(asExample)];
}
