// A page document with every possible content, as an export writes it.
import type { PageDocument } from '../../../contract/page/document.ts';

export const wholePage: PageDocument = {
  $schema: 'https://links.example/page.schema.json',
  version: 1,
  profile: { name: 'Ada Fenwick', bio: 'I mend old road signs,\nand draw the maps between them. 🧭' },
  seo: { enable: '0', block_engine: '1', page_name: 'Fingerposts', page_description: 'Road signs, mended' },
  social: {
    email: 'ada@fenwick.example',
    whatsapp: '+441632960123',
    facebook: 'fenwick.posts',
    instagram: 'fenwick.posts',
    twitter: 'fenwick_posts',
    youtube: 'fenwickposts',
  },
  customize: {
    font: 'lora',
    theme: 'harbour',
    button_background_color: '#102a43',
    button_text_color: '#ffffff',
    texts_color: '#1b1b1b',
    radius: 'square',
    bio_align: 'right',
  },
  background: {
    type: 'gradient',
    settings: {
      video: { source: 'external', external_url: 'https://example.com/rain.mp4' },
      image: { source: 'external', external_url: 'https://example.com/wall.jpg' },
      solid: { color: '#fafafa' },
      gradient: { color_1: '#ffffff', color_2: '#eeeeee', animate: '1' },
    },
  },
  options: { consent_bar: true, language: 'en-GB', background_layout: 'panel' },
  blocks: [
    { block: 'heading', name: 'Fenwick Fingerposts', subheading: 'Since 1934', settings: { level: 1, align: 'left' } },
    { block: 'text', name: 'About', content: 'Some **bold** words.\n\n- one\n- two', settings: { align: 'center' } },
    {
      block: 'links',
      name: 'Ways from here',
      settings: { layout: 'cards' },
      items: [
        {
          caption: 'Order an arm',
          alt: 'A painted arm',
          link: 'https://example.com/order?from=page',
          slug: 'order',
          former_slugs: ['arms', 'order-an-arm'],
          element: { description: 'Oak, three coats' },
          settings: {
            enabled: false,
            from: '2026-01-01T09:00:00Z',
            to: '2027-01-01T09:00:00Z',
            highlight: true,
            sensitive: true,
            pass_query: true,
            language: 'en-GB',
          },
        },
        { caption: 'خريطة', link: 'mailto:ada@fenwick.example', slug: 'خريطة' },
        { caption: 'A line without a link' },
      ],
    },
    {
      block: 'image',
      settings: { fit: 'contain' },
      items: [{ alt: 'A white post', link: 'https://example.com/post', slug: 'post' }],
    },
    { block: 'gallery', settings: { columns: 3 }, items: [{ caption: 'Sanding' }, { caption: 'Drying' }] },
    { block: 'video', content: { provider: 'vimeo', id: '76979871' }, settings: { autoplay: true } },
    { block: 'music', content: { provider: 'soundcloud', kind: 'playlist', id: 'fenwick/sets/radio' } },
    { block: 'faq', items: [{ caption: 'Miles?', element: { answer: 'Or kilometres.\n\nAs the road is used to.' } }] },
    { block: 'signup', name: 'The Milepost', content: { placeholder: 'me@example.com', button: 'Yes', thanks: 'Ta.' } },
    {
      block: 'contact_form',
      content: {
        fields: [
          { name: 'name', label: 'Your name', type: 'text', required: true },
          { name: 'message', label: 'Where is it?', type: 'message' },
        ],
        button: 'Tell Ada',
        thanks: 'Told.',
      },
    },
    { block: 'countdown', content: { until: '2099-05-04T10:00:00Z', finished: 'Come in!' } },
    {
      block: 'file',
      items: [
        {
          caption: 'Footpaths',
          link: 'https://example.com/footpaths.pdf',
          slug: 'footpaths',
          element: { type: 'application/pdf', bytes: 1_843_200 },
        },
      ],
    },
    {
      block: 'contact_card',
      content: {
        organisation: 'Fenwick Fingerposts',
        email: 'ada@fenwick.example',
        phone: '+44 1632 960123',
        address: 'The old toll house',
        website: 'https://fenwick.example',
      },
    },
    { block: 'map', content: { latitude: 54.4609, longitude: -2.1734, zoom: 12, label: 'Hartwick Cross' } },
    { block: 'divider', settings: { style: 'wave' } },
    { block: 'social', settings: { style: 'buttons' } },
    { block: 'links' },
  ],
  pixels: [
    { name: 'Shop', type: 'facebook', pixel_id: '123456789' },
    { name: 'Old', type: 'google_tag_manager', pixel_id: 'GTM-ABC', status: 0 },
  ],
};
