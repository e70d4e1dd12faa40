// The page of the example account: its sections, blocks, links, uploads and form entries.
import type { Static } from 'typebox';
import type { networks } from '../../../../../contract/page/social-networks.ts';
import type { Block, BlockItem } from '../../../../../contract/schemas/blocks.ts';
import type { FormEntry } from '../../../../../contract/schemas/form-entries.ts';
import type { Link } from '../../../../../contract/schemas/links.ts';
import type { Pixel } from '../../../../../contract/schemas/pixels.ts';
import { eachNetwork, type SectionRecords } from '../../../../../contract/schemas/sections.ts';
import type { Upload } from '../../../../../contract/schemas/uploads.ts';
import { avatarPath, sharePath, thumbnailPath } from '../../../../views/pictures.ts';
import { EXAMPLE_ORIGIN, ids, moments, PUBLIC_TOKEN, person, uploadReferenceText, uploadUrl } from './identity.ts';

const { name, bio } = person;

const handles: Partial<Record<(typeof networks)[number], string>> = {
  email: person.email,
  whatsapp: '+493023125042',
  facebook: 'ada.fenwick',
  instagram: 'ada.fenwick',
  twitter: 'adafenwick',
};

export const sections: SectionRecords = {
  profile: { name, bio, avatar: EXAMPLE_ORIGIN + avatarPath(PUBLIC_TOKEN) },
  seo: {
    enable: '1',
    block_engine: '0',
    page_name: 'Ada Fenwick: fingerposts and walking maps',
    page_description: 'Old road signs mended, new ones painted, and the maps that go with them.',
    opengraph_image: EXAMPLE_ORIGIN + sharePath(PUBLIC_TOKEN),
  },
  social: eachNetwork((network) => handles[network] ?? null),
  customize: {
    font: 'inter',
    theme: 'signpost',
    button_background_color: '#20473c',
    button_text_color: '#fdf8ec',
    texts_color: '#2b2a26',
    radius: 'pill',
    bio_align: 'center',
  },
  background: {
    type: 'gradient',
    settings: {
      video: { source: 'upload', external_url: null, video: '' },
      image: { source: 'upload', external_url: null, image: '' },
      solid: { color: '#f4ead7' },
      gradient: { color_1: '#f4ead7', color_2: '#cfe0d4', animate: '0' },
    },
  },
  options: { consent_bar: true, language: 'en-GB', background_layout: 'full' },
};

interface LinkItem {
  id: number;
  slug: string;
  caption: string;
  alt?: string;
  url: string;
  settings: Record<string, unknown> | null;
  position: number;
  added: string;
  edited: string;
  formerSlugs: string[];
}

/** Slugs and targets are those of the demo account, so that requests with them work there. */
export const walkingMaps: LinkItem = {
  id: ids.item,
  slug: 'walking-maps',
  caption: 'Hand-drawn walking maps',
  alt: 'A map with footpaths in green',
  url: 'https://example.com/maps',
  settings: null,
  position: 1,
  added: moments.linksAdded,
  edited: moments.blockEdited,
  formerSlugs: ['maps'],
};
export const orderAnArm: LinkItem = {
  id: ids.otherItem,
  slug: 'order-an-arm',
  caption: 'Order an arm for your own post',
  url: 'https://example.com/order',
  settings: { highlight: true },
  position: 2,
  added: moments.otherItemAdded,
  edited: moments.otherItemAdded,
  formerSlugs: [],
};
const linkItems = [walkingMaps, orderAnArm];

const itemRecord = (item: LinkItem): Static<typeof BlockItem> => ({
  id: item.id,
  block_id: ids.block,
  thumbnail: EXAMPLE_ORIGIN + thumbnailPath(item.id),
  is_element: 0,
  element: null,
  link: item.url,
  content: { caption: item.caption, ...(item.alt && { alt: item.alt }) },
  settings: item.settings,
  position: item.position,
  created_at: item.added,
  updated_at: item.edited,
});

type BlockRecord = Static<typeof Block>;

type BlockFields = Partial<BlockRecord> & Pick<BlockRecord, 'id' | 'block' | 'name' | 'position' | 'created_at'>;

function blockRecord(fields: BlockFields): BlockRecord {
  const { id, block, name, position, created_at, updated_at = created_at, settings = null, items = [] } = fields;
  const unused = { subheading: null, blocks: null };
  return { id, user: ids.account, block, name, ...unused, settings, position, created_at, updated_at, items };
}

export const headingBlock = blockRecord({
  id: ids.heading,
  block: 'heading',
  name: 'Fenwick Fingerposts',
  position: 1,
  created_at: moments.joined,
});
export const linksBlock = blockRecord({
  id: ids.block,
  block: 'links',
  name: 'Which way?',
  settings: { layout: 'cards' },
  position: 2,
  created_at: moments.linksAdded,
  updated_at: moments.blockEdited,
  items: linkItems.map(itemRecord),
});
const formBlock = blockRecord({
  id: ids.form,
  block: 'contact_form',
  name: 'Write to the workshop',
  position: 3,
  created_at: moments.formAdded,
});
export const blocks = [headingBlock, linksBlock, formBlock];

export const links = linkItems.map(
  (item): Static<typeof Link> => ({
    id: item.id,
    user: ids.account,
    block_id: ids.block,
    slug: item.slug,
    former_slugs: item.formerSlugs,
    url: item.url,
    short_url: `${EXAMPLE_ORIGIN}/${person.username}/${item.slug}`,
    title: item.caption,
    state: 'on',
    created_at: item.added,
    updated_at: item.edited,
  }),
);

export const upload: Static<typeof Upload> = {
  id: ids.upload,
  user: ids.account,
  kind: 'image',
  name: 'walking-maps.jpg',
  type: 'image/webp',
  url: uploadUrl,
  reference: uploadReferenceText,
  width: 1600,
  height: 1200,
  bytes: 642_318,
  in_use: true,
  created_at: moments.uploaded,
  updated_at: moments.uploaded,
};

export const pixel: Static<typeof Pixel> = {
  id: ids.pixel,
  user: ids.account,
  name: 'Map buyers',
  status: 1,
  pixel_id: '1234567890',
  pixel_type: 'facebook',
  created_at: moments.pixelAdded,
  updated_at: moments.pixelAdded,
};

/** Newest first. */
export const entries: Static<typeof FormEntry>[] = [
  {
    id: ids.otherEntry,
    user: ids.account,
    block_id: ids.form,
    kind: 'contact_form',
    values: { name: 'Grace Hopper', email: 'grace@example.org', message: 'Do you ship arms to Arlington?' },
    created_at: moments.secondEntry,
  },
  {
    id: ids.entry,
    user: ids.account,
    block_id: ids.form,
    kind: 'contact_form',
    values: { name: 'Mary Somerville', email: 'mary@example.org', message: 'Which map shows the old toll road?' },
    created_at: moments.firstEntry,
  },
];
