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

const dayFigures = { visits: 84, unique: 61, clicks: 21, impressions: 252, click_through: 0.25, bots: 9 };
const dayBefore = { visits: 60, unique: 48, clicks: 12, impressions: 180, click_through: 0.2, bots: 4 };
const series = {
  interval: 'day',
  timezone: 'Europe/Berlin',
  from: '2026-11-15',
  to: '2026-11-15',
  points: [{ start: '2026-11-14T23:00:00.000000Z', date: '2026-11-15', ...dayFigures }],
  total: dayFigures,
  compare: {
    from: '2026-11-14',
    to: '2026-11-14',
    points: [{ start: '2026-11-13T23:00:00.000000Z', date: '2026-11-14', ...dayBefore }],
    total: dayBefore,
    total_to_date: dayBefore,
  },
};
const breakdowns = {
  total: { visits: 1240, unique: 968 },
  dimensions: [
    {
      dimension: 'referrer',
      keys: 2,
      total: { visits: 1240, unique: 968 },
      rows: [
        { key: '', name: 'Direct / unknown', visits: 820, unique: 655 },
        { key: 'news.example.org', name: 'news.example.org', visits: 420, unique: 313 },
      ],
    },
  ],
};

const locationData = {
  licence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  attribution: { text: 'IP Geolocation by DB-IP', url: 'https://db-ip.com' },
};

const exclusion = {
  link: `${EXAMPLE_ORIGIN}/do-not-count/Vb3pQ0xJt9mKfW2sYc7RnA`,
  dashboard: true,
  created_at: '2026-11-15T09:30:00.000000Z',
};
const shareToken = 'fps_4nT8wKq2ZrXc7VbM1sLd9JfHg5PyU0aE3iGx8k';
const share = {
  id: 9,
  name: 'For the sponsors',
  link_slug: null,
  hint: 'fps_4nT8…',
  expires_at: '2027-11-15T09:30:00.000000Z',
  created_at: '2026-11-15T09:30:00.000000Z',
};

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
  getSeries: series,
  getBreakdowns: breakdowns,
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
    version_id: null,
  },
  createUpload: { id: 61, url: exampleUploadUrl, reference: exampleUploadReference, message: 'The upload was saved.' },
  getExclusion: exclusion,
  getLocationData: locationData,
  editExclusion: exclusion,
  listShares: [share],
  shareStatistics: {
    id: share.id,
    link: `https://my.links.example/shared/${shareToken}`,
    token: shareToken,
    hint: share.hint,
    message: `The statistics are shared as "${share.name}". Copy the link now: it is not shown again.`,
  },
  deleteShare: 'The statistics are no longer shared with this link.',
  deleteUpload: 'The upload was deleted.',
  createPixel: saved(9, 'The pixel was saved.'),
  editPixel: saved(9, 'The pixel was changed.'),
  deletePixel: 'The pixel was deleted.',
};

const reportFile =
  '\ufeffdimension,key,name,visits,unique\r\ntotal,,,1240,968\r\ncountry,de,Germany,1240,968\r\n' +
  'city,"Berlin, DE",Berlin,1240,968\r\nos,iOS,iOS,1240,968\r\nbrowser,Mobile Safari,Mobile Safari,1240,968\r\n';

/** By `operationId`: the response as `text/csv`. */
export const exampleFiles: Readonly<Record<string, string>> = {
  listBlockEntries: '\ufeffid,created_at,name\r\n201,2026-11-15T09:30:00.000000Z,Grace Hopper\r\n',
  listActivities:
    '\ufeffid,created_at,type,message,ip,os,browser\r\n' +
    '301,2026-11-15T09:30:00.000000Z,login,Signed in with Firefox on Linux.,203.0.113.7,Linux,Firefox\r\n',
  getViews: reportFile,
  getLinkClicks: reportFile,
  getClicks: `\ufeffslug,link,visits,unique\r\n${exampleLink.slug},${exampleLink.url},1240,968\r\n`,
  listLinkFigures: `\ufeffid,slug,link,impressions,visits,unique\r\n${item},${exampleLink.slug},${exampleLink.url},4210,1240,968\r\n`,
  listBreakdown: '\ufeffkey,name,visits,unique\r\nde,Germany,1240,968\r\n',
  getBreakdowns:
    '\ufeffdimension,key,name,visits,unique\r\nreferrer,,Direct / unknown,820,655\r\nreferrer,news.example.org,news.example.org,420,313\r\n',
  getSeries:
    '\ufeffperiod,start,date,visits,unique,clicks,impressions,click_through,bots\r\n' +
    'current,2026-11-14T23:00:00.000000Z,2026-11-15,84,61,21,252,0.25,9\r\n' +
    'previous,2026-11-13T23:00:00.000000Z,2026-11-14,60,48,12,180,0.2,4\r\n',
  listVisits:
    '\ufeffat,type,link_slug,kind,is_unique,country,city,os,browser,device,referrer,app,language,utm_source,utm_medium,utm_campaign,utm_term,utm_content\r\n' +
    '2026-11-15T09:30:00.000000Z,click,walking-maps,counted,1,de,"Berlin, DE",iOS,Mobile Safari,Phone,news.example.org,,de,newsletter,email,autumn,,\r\n',
};
