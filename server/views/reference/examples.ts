// Requests and answers as they are shown where a schema alone gives poor ones: what somebody would really send, and what
// would come back. A test holds them to the document.

import type { Operation } from './document.ts';

interface Example {
  /** The body, or the fields of the form. */
  send?: Record<string, unknown>;
  /** What is in the envelope. */
  response?: unknown;
}

const said = (message: string) => ({ message });
const saved = (id: number, message: string) => ({ id, message });
const link = { link: 'https://example.org/engine', content: { caption: 'The analytical engine' } };
const page = {
  version: 1,
  profile: { name: 'Ada Lovelace', bio: 'Mathematician. First programs, long before machines.' },
  customize: { theme: 'signpost' },
  blocks: [
    { block: 'heading', name: 'Projects' },
    {
      block: 'links',
      items: [{ caption: 'The analytical engine', link: 'https://example.org/engine', slug: 'engine' }],
    },
  ],
};

const examples: Record<string, Example> = {
  editProfile: { send: { bio: 'First programs, long before machines.' }, response: said('The profile was changed.') },
  editSeo: {
    send: { page_name: 'Ada Lovelace', page_description: 'Talks, notes and the engine.' },
    response: said('What others learn of the page was changed.'),
  },
  editSocial: { send: { instagram: 'ada', facebook: null }, response: said('The networks were changed.') },
  editCustomize: { send: { theme: 'signpost', texts_color: null } },
  editBackground: { send: { type: 'solid', settings: { solid: { color: '#f6f1e7' } } } },
  editOptions: { send: { consent_bar: true }, response: said('The options were changed.') },
  editUsername: { send: { username: 'lovelace' }, response: said('The username was changed.') },
  createBlock: {
    send: { block: 'links', name: 'Projects', settings: { layout: 'cards' }, items: [link] },
    response: { id: 42, items: [{ id: 117, slug: 'the-analytical-engine' }], message: 'The block was added.' },
  },
  editBlock: {
    send: { name: 'Projects', settings: { layout: 'grid' } },
    response: saved(42, 'The block was changed.'),
  },
  reorderBlocks: { send: { order: [43, 42, 57] }, response: said('The blocks are in this order now.') },
  duplicateBlock: {
    response: { id: 58, items: [{ id: 120, slug: 'the-analytical-engine-2' }], message: 'The block was duplicated.' },
  },
  deleteBlock: { response: 'The block was deleted.' },
  createBlockItem: {
    send: link,
    response: { id: 117, slug: 'the-analytical-engine', message: 'The item was added.' },
  },
  editBlockItem: {
    send: { content: { caption: 'The engine' }, settings: { highlight: true } },
    response: saved(117, 'The item was changed.'),
  },
  reorderBlockItems: { send: { order: [118, 117] }, response: saved(42, 'The items are in this order now.') },
  duplicateBlockItem: {
    response: { id: 119, slug: 'the-analytical-engine-2', message: 'The item was duplicated.' },
  },
  deleteBlockItem: { response: 'The item was deleted.' },
  deleteBlockEntries: { send: { last_id: 118 }, response: 'Entries deleted: 3.' },
  deleteBlockEntry: { response: 'The entry was deleted.' },
  editLink: { send: { slug: 'engine' }, response: saved(117, 'The link was changed.') },
  getPage: { response: page },
  importPage: {
    send: { document: page, dry_run: true },
    response: {
      message: '2 changes would be made; nothing was changed.',
      dry_run: true,
      summary: { add: 1, change: 1, remove: 0, move: 0 },
      changes: [
        { what: 'section', action: 'change', path: 'profile', name: 'profile', text: 'Change the profile: bio' },
        { what: 'block', action: 'add', path: 'blocks.0', name: 'Projects', text: 'Add the heading block “Projects”' },
      ],
      created: [],
      warnings: [],
    },
  },
  deleteUpload: { response: 'The upload was deleted.' },
  deletePixel: { response: 'The pixel was deleted.' },
};

export function exampleOf({ operationId }: Operation): Example {
  return Object.hasOwn(examples, operationId) ? examples[operationId]! : {};
}
