// The example page as a document, and its earlier versions.
import type { Static } from 'typebox';
import type { PageImported } from '../../../../../contract/schemas/page-document.ts';
import type { PageVersion } from '../../../../../contract/schemas/page-versions.ts';
import { EXAMPLE_ORIGIN, ids, moments } from './identity.ts';
import { blocks, links, pixel, sections } from './page.ts';

type Change = Static<typeof PageImported>['changes'][number];

const { profile, seo, social, customize, background } = sections;
const { gradient } = background.settings;
const handles = Object.fromEntries(Object.entries(social).filter(([, handle]) => handle !== null));

const documentBlocks = blocks.map(({ block, name, settings, items }) => ({
  block,
  name,
  ...(settings && { settings }),
  ...(items.length > 0 && {
    items: items.map(({ id, content, link, settings: own }) => ({
      ...content,
      link,
      slug: links.find((one) => one.id === id)!.slug,
      ...(own && { settings: own }),
    })),
  }),
}));

/** What a client may add to a page. */
export const importedDocument = { version: 1, blocks: documentBlocks.slice(0, 2) };

export const pageDocument = {
  $schema: `${EXAMPLE_ORIGIN}/page.schema.json`,
  version: 1,
  profile: { name: profile.name, bio: profile.bio },
  seo: { page_name: seo.page_name, page_description: seo.page_description },
  social: handles,
  customize,
  background: {
    type: background.type,
    settings: { gradient: { color_1: gradient.color_1, color_2: gradient.color_2 } },
  },
  blocks: documentBlocks,
  pixels: [{ name: pixel.name, type: pixel.pixel_type, pixel_id: pixel.pixel_id }],
};

/** The state before the pixel was added. */
const { pixels: _, ...withoutPixels } = pageDocument;
const { instagram: __, ...handlesBefore } = handles;
const versionDocument = {
  ...withoutPixels,
  profile: { ...pageDocument.profile, bio: 'I mend old road signs.' },
  seo: { ...pageDocument.seo, page_name: 'Ada Fenwick: fingerposts' },
  social: handlesBefore,
};

export const version: Static<typeof PageVersion> = {
  id: ids.version,
  created_at: moments.blockEdited,
  blocks: blocks.length,
  items: links.length,
};

export const versionChanges: Change[] = [
  ...[
    ['profile', 'bio'],
    ['seo', 'page_name'],
    ['social', 'instagram'],
  ].map(([name, field]): Change => {
    return { what: 'section', action: 'change', path: name!, name: name!, text: `Change ${name}: ${field}` };
  }),
  {
    what: 'pixel',
    action: 'remove',
    path: 'pixels.0',
    name: pixel.name,
    text: `Remove the pixel "${pixel.name}"`,
  },
];

export const versionDetails = {
  id: version.id,
  created_at: version.created_at,
  document: versionDocument,
  changes: versionChanges,
  warnings: [],
};

/** Of adding `importedDocument` to the page, at its end. */
export const importChanges: Change[] = importedDocument.blocks.map(({ block, name, items = [] }, index) => ({
  what: 'block',
  action: 'add',
  path: `blocks.${blocks.length + index}`,
  name: name!,
  text: `Add the ${block} block “${name}”${items.length > 0 ? ` with ${items.length} items` : ''}`,
}));

export function summaryOf(changes: readonly Change[]): Static<typeof PageImported>['summary'] {
  const count = (action: Change['action']) => changes.filter((change) => change.action === action).length;
  return { add: count('add'), change: count('change'), remove: count('remove'), move: count('move') };
}
