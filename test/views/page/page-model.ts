// A page model with the values of a test, and empty otherwise.
import type { BlockOf, Page } from '../../../contract/page/page.ts';

const TOKEN = 'q3Vw8mT0bYkZr5nXc1LsAg';

export function pageModel(given: Partial<Page> = {}): Page {
  const name = given.name ?? 'Ada Fenwick';
  const bio = given.bio ?? 'I mend old road signs.';
  return {
    accountId: 7,
    publicToken: TOKEN,
    username: 'ada',
    name,
    bio,
    avatar: `/pictures/avatar/${TOKEN}.svg`,
    origin: 'https://links.example',
    seo: { title: name, description: bio, isHidden: false, shareImage: `/pictures/share/${TOKEN}.jpg` },
    social: { email: null, whatsapp: null, facebook: null, instagram: null, twitter: null, youtube: null },
    customize: {
      font: '',
      theme: '',
      button_background_color: '',
      button_text_color: '',
      texts_color: '',
      radius: 'soft',
      bio_align: 'center',
    },
    background: {
      type: null,
      settings: {
        video: { source: 'upload', external_url: null, video: '' },
        image: { source: 'upload', external_url: null, image: '' },
        solid: { color: '#ffffff' },
        gradient: { color_1: '#ffffff', color_2: '#eeeeee', animate: '0' },
      },
    },
    blocks: [],
    pixels: [],
    asksConsent: false,
    backgroundLayout: 'full',
    language: null,
    ...given,
  };
}

export function linksBlock(...links: { url: string; isSensitive?: boolean }[]): BlockOf<'links'> {
  return {
    type: 'links',
    id: 50,
    name: null,
    subheading: null,
    settings: { layout: 'stack' },
    content: null,
    items: links.map(({ url, isSensitive = false }, index) => ({
      id: 60 + index,
      caption: `Link ${index}`,
      alt: '',
      picture: null,
      element: { description: '' },
      link: { path: `/ada/link-${index}`, url, isHighlighted: false, isSensitive, language: '' },
    })),
  };
}
