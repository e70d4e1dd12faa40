// Example responses of the OpenAPI document, where one generated from the schema would show too little. They go into
// `response`, inside the envelope.

import { findFont, fontPath } from '../../../../contract/page/fonts.ts';
import { thumbnailPath } from '../../../views/pictures.ts';
import { examplePage } from './example-requests.ts';
import { EXAMPLE_ORIGIN, exampleIds, exampleLink, exampleUploadReference, exampleUploadUrl } from './example-values.ts';

const { account, block, item, otherItem } = exampleIds;
const created_at = '2026-11-15T09:30:00.000000Z';
const times = { created_at, updated_at: created_at };
const saved = (id: number, message: string) => ({ id, message });

const blockItem = {
  id: item,
  block_id: block,
  thumbnail: EXAMPLE_ORIGIN + thumbnailPath(item),
  is_element: 0,
  element: null,
  link: exampleLink.url,
  content: { caption: exampleLink.caption, alt: 'A map with footpaths in green' },
  settings: { enabled: true, highlight: false },
  position: 1,
  ...times,
};
const linksBlock = {
  id: block,
  user: account,
  block: 'links',
  name: 'Which way?',
  subheading: null,
  blocks: null,
  settings: { layout: 'cards' },
  position: 2,
  ...times,
  items: [blockItem],
};

const contrast = [
  {
    pair: 'text_on_background',
    color: '#8a8f98',
    on: '#f4ead7',
    ratio: 2.69,
    needed: 4.5,
    passes: false,
    fixes: [{ section: 'customize', field: 'texts_color', color: '#646973' }],
    shown: { color: '#646973', on: '#f4ead7' },
  },
];

const inter = findFont('inter')!;
const palette = {
  background: '#f6f1e7',
  wash: [],
  surface: '#fffdf8',
  text: '#1f2a24',
  muted: '#55605a',
  accent: '#20473c',
  button: '#20473c',
  button_text: '#fdf8ec',
  border: '#7a857f',
};
const appearance = {
  themes: [
    {
      name: 'signpost',
      title: 'Signpost',
      layout: 'centred',
      buttons: 'arm',
      font: 'bricolage-grotesque',
      display_font: 'bricolage-grotesque',
      radius: 'soft',
      bio_align: 'center',
      is_dark: false,
      day: palette,
      night: null,
    },
  ],
  default_theme: 'signpost',
  fonts: [
    {
      name: 'inter',
      title: 'Inter',
      kind: 'sans',
      subsets: ['latin'],
      file: EXAMPLE_ORIGIN + fontPath(inter, 'latin'),
    },
  ],
  radii: ['square', 'soft', 'round', 'pill'],
  alignments: ['left', 'center', 'right'],
  background_types: ['solid', 'gradient', 'image', 'video'],
  background_sources: ['upload', 'external'],
};

const exampleVersion = { id: 301, created_at: '2026-11-15T11:00:00.000000Z', blocks: 2, items: 1 };
const versionChanges = [
  ...[
    ['profile', 'bio'],
    ['seo', 'page_name'],
    ['social', 'instagram'],
  ].map(([name, field]) => ({ what: 'section', action: 'change', path: name, name, text: `Change ${name}: ${field}` })),
  { what: 'pixel', action: 'remove', path: 'pixels.0', name: 'Shop', text: 'Remove the pixel "Shop"' },
];

/** By `operationId`. */
export const exampleAnswers: Readonly<Record<string, unknown>> = {
  editProfile: { message: 'The profile was changed.' },
  editSeo: { message: 'The SEO settings were changed.' },
  editSocial: { message: 'The social profiles were changed.' },
  editCustomize: { message: 'The appearance was changed.', contrast },
  editBackground: { message: 'The background was changed.', contrast },
  editOptions: { message: 'The options were changed.' },
  editUsername: { message: 'The username was changed.' },
  getContrast: { contrast },
  getAppearance: appearance,
  listBlocks: [linksBlock],
  getBlock: linksBlock,
  createBlock: { ...saved(block, 'The block was added.'), items: [{ id: item, slug: exampleLink.slug }] },
  editBlock: saved(block, 'The block was changed.'),
  reorderBlocks: { message: 'The blocks were reordered.' },
  duplicateBlock: {
    ...saved(58, 'The block was duplicated.'),
    items: [{ id: 120, slug: `${exampleLink.slug}-2` }],
  },
  deleteBlock: 'The block was deleted.',
  restoreBlock: saved(57, 'The block was restored.'),
  getBlockItem: blockItem,
  createBlockItem: { ...saved(item, 'The item was added.'), slug: exampleLink.slug },
  editBlockItem: saved(item, 'The item was changed.'),
  reorderBlockItems: saved(block, 'The items were reordered.'),
  duplicateBlockItem: { ...saved(otherItem + 1, 'The item was duplicated.'), slug: `${exampleLink.slug}-2` },
  deleteBlockItem: 'The item was deleted.',
  restoreBlockItem: saved(otherItem, 'The item was restored.'),
  deleteBlockEntries: 'Entries deleted: 1.',
  deleteBlockEntry: 'The entry was deleted.',
  editLink: saved(item, 'The link was changed.'),
  getPage: examplePage,
  listPageVersions: [exampleVersion],
  getPageVersion: {
    id: exampleVersion.id,
    created_at: exampleVersion.created_at,
    document: examplePage,
    changes: versionChanges,
    warnings: [],
  },
  restorePageVersion: {
    message: 'The page was restored: 4 changes.',
    dry_run: false,
    summary: { add: 0, change: 3, remove: 1, move: 0 },
    changes: versionChanges,
    created: [],
    warnings: [],
    version_id: exampleVersion.id + 1,
  },
  importPage: {
    message: '2 changes would be made; nothing was changed.',
    dry_run: true,
    summary: { add: 2, change: 0, remove: 0, move: 0 },
    changes: [
      {
        what: 'block',
        action: 'add',
        path: 'blocks.2',
        name: 'Fenwick Fingerposts',
        text: 'Add the heading block “Fenwick Fingerposts”',
      },
      {
        what: 'block',
        action: 'add',
        path: 'blocks.3',
        name: 'Which way?',
        text: 'Add the links block “Which way?” with 1 item',
      },
    ],
    created: [],
    warnings: [],
  },
  createUpload: { id: 61, url: exampleUploadUrl, reference: exampleUploadReference, message: 'The upload was saved.' },
  deleteUpload: 'The upload was deleted.',
  createPixel: saved(9, 'The pixel was saved.'),
  editPixel: saved(9, 'The pixel was changed.'),
  deletePixel: 'The pixel was deleted.',
};

/** By `operationId`: the response as `text/csv`. */
export const exampleFiles: Readonly<Record<string, string>> = {
  listBlockEntries: '\ufeffid,created_at,name\r\n201,2026-11-15T09:30:00.000000Z,Grace Hopper\r\n',
  listVisits:
    '\ufeffat,type,link_slug,kind,is_unique,country,city,os,browser,device,referrer,app,language,utm_source,utm_medium,utm_campaign,utm_term,utm_content\r\n' +
    '2026-11-15T09:30:00.000000Z,click,walking-maps,counted,1,de,"Berlin, DE",iOS,Mobile Safari,Phone,news.example.org,,de,newsletter,email,autumn,,\r\n',
};
