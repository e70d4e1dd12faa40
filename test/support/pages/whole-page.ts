// A page document with every possible content, as an export writes it.
import type { DocumentBlock, PageDocument } from '../../../contract/page/document.ts';
import { exampleBlocks } from './example-blocks.ts';

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
    ...(exampleBlocks() as DocumentBlock[]),
    {
      block: 'links',
      name: 'Ways from here',
      items: [
        {
          caption: 'خريطة',
          link: 'https://example.com/order?from=page',
          slug: 'خريطة',
          former_slugs: ['arms', 'order-an-arm'],
          settings: { enabled: false },
        },
        { caption: 'A line without a link' },
      ],
    },
    { block: 'links' },
  ],
  pixels: [
    { name: 'Shop', type: 'facebook', pixel_id: '123456789' },
    { name: 'Old', type: 'google_tag_manager', pixel_id: 'GTM-ABC', status: 0 },
  ],
};
