// A block of each type with every field that it can have.
import type { blockTypes } from '../../../contract/vocabulary.ts';
import type { Json } from './block-client.ts';

export const until = '2099-12-25T10:00:00Z';

export const drafts: Record<(typeof blockTypes)[number], Json> = {
  links: {
    name: 'Which way?',
    subheading: 'One post, many arms',
    settings: { layout: 'cards' },
    items: [
      {
        content: { caption: 'Order an arm', alt: 'An arm' },
        link: 'https://example.com/order',
        element: { description: 'Oak' },
        settings: {
          enabled: true,
          from: '2026-01-01T00:00:00Z',
          to: until,
          highlight: true,
          sensitive: false,
          pass_query: true,
          language: 'ar',
        },
      },
      { content: { caption: 'Write' }, link: 'mailto:ada@example.com' },
      { content: { caption: 'Not yet' } },
    ],
  },
  heading: { name: 'From the workshop', settings: { level: 3, align: 'right' } },
  text: { blocks: { content: 'Some **bold**\n\n- words 🪧' }, settings: { align: 'center' } },
  image: {
    settings: { fit: 'contain' },
    items: [{ content: { caption: null, alt: 'A post' }, link: 'https://example.com/post' }],
  },
  gallery: { settings: { columns: 4 }, items: [{ content: { caption: 'Sanding' } }] },
  video: { blocks: { content: { provider: 'vimeo', id: '76979871' } }, settings: { autoplay: true } },
  music: { blocks: { content: { provider: 'apple_music', kind: 'album', id: 'gb/album/1440857781' } } },
  faq: { items: [{ content: { caption: 'How long?' }, element: { answer: 'About\n*thirty* years.' } }] },
  signup: { blocks: { content: { placeholder: 'you', button: 'Go', thanks: 'Ta.' } } },
  contact_form: {
    blocks: {
      content: {
        fields: [
          { name: 'email', label: 'Your address', type: 'email', required: true },
          { name: 'more', label: 'More' },
        ],
        button: 'Tell',
        thanks: 'Ta.',
      },
    },
  },
  countdown: { blocks: { content: { until, finished: 'Come in!' } } },
  file: {
    items: [
      {
        content: { caption: 'Footpaths' },
        link: 'https://example.com/footpaths.pdf',
        element: { type: 'application/pdf', bytes: 1843200 },
      },
    ],
  },
  contact_card: {
    blocks: {
      content: {
        organisation: 'Fenwick',
        email: 'ada@example.com',
        phone: '+44 1632 960123',
        address: 'The old toll house',
        website: 'https://example.com',
      },
    },
  },
  map: { blocks: { content: { latitude: 54.4609, longitude: -2.1734, zoom: 12, label: 'Here' } } },
  divider: { settings: { style: 'wave' } },
  social: { name: 'Elsewhere', settings: { style: 'buttons' } },
};
