// The example request of each operation of the OpenAPI document. With real ids, every request succeeds; a test sends
// them all. Fields of forms are never null, which a form cannot express.

import { exampleIds, exampleLink } from './example-values.ts';

const { block, otherBlock, form, item, otherItem, entry } = exampleIds;
const linkItem = { link: exampleLink.url, content: { caption: exampleLink.caption } };

const password = 'mended road signs by hand';
const token = 'uYw3cQ0kT9dJr2mZb7VxNf1sLgHa6PeI';
const credential = {
  id: 'q3Vw8mT0bYkZr5nXc1LsAg',
  rawId: 'q3Vw8mT0bYkZr5nXc1LsAg',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0eXBlIjoi…', authenticatorData: 'SZYN5YgOjG…', signature: 'MEUCIQDx…' },
};

export const examplePage = {
  version: 1,
  profile: { name: 'Ada Fenwick', bio: 'I mend old road signs and draw the maps between them.' },
  customize: { theme: 'signpost' },
  blocks: [
    { block: 'heading', name: 'Fenwick Fingerposts' },
    {
      block: 'links',
      name: 'Which way?',
      items: [{ caption: exampleLink.caption, link: exampleLink.url, slug: exampleLink.slug }],
    },
  ],
};

/** By `operationId`. Operations that are not listed take no body. */
export const exampleBodies: Readonly<Record<string, Record<string, unknown>>> = {
  editProfile: { name: 'Ada Fenwick', bio: 'I mend old road signs and draw the maps between them.' },
  editSeo: {
    enable: '1',
    page_name: 'Ada Fenwick: fingerposts and walking maps',
    page_description: 'Old road signs mended, new ones painted, and the maps that go with them.',
  },
  editSocial: { instagram: 'ada.fenwick', email: 'ada@example.com' },
  editCustomize: { theme: 'signpost', radius: 'pill', button_background_color: '#20473c' },
  editBackground: { type: 'gradient', settings: { gradient: { color_1: '#f4ead7', color_2: '#cfe0d4' } } },
  editOptions: { consent_bar: true, language: 'en-GB' },
  editAccountSettings: { timezone: 'Europe/London', notifications: { weekly_summary: true } },
  editUsername: { username: 'ada-fenwick' },
  createBlock: { block: 'links', name: 'Which way?', settings: { layout: 'cards' }, items: [linkItem] },
  editBlock: { name: 'Which way now?', settings: { layout: 'grid' } },
  reorderBlocks: { order: [otherBlock, block, form] },
  createBlockItem: linkItem,
  editBlockItem: { content: { caption: 'Walking maps' }, settings: { highlight: true } },
  reorderBlockItems: { order: [otherItem, item] },
  deleteBlockEntries: { last_id: entry },
  editLink: { slug: 'maps' },
  restorePageVersion: { dry_run: false },
  importPage: { document: examplePage, mode: 'add', dry_run: true },
  previewPage: {
    profile: { bio: 'I mend old road signs.' },
    blocks: [{ id: block, name: 'Which way now?' }],
    items: [{ id: item, content: { caption: 'Walking maps' } }],
  },
  editExclusion: { renew: true },
  shareStatistics: { name: 'For the sponsors', expires_at: '2027-11-15T09:30:00Z' },
  createUpload: { file: 'walking-maps.jpg', name: 'Walking maps' },
  createPixel: { name: 'Map buyers', type: 'facebook', pixel_id: '1234567890', status: 1 },
  editPixel: { name: 'Map buyers', status: 0 },
  signUp: { username: 'ada', email: 'ada@example.com', password, name: 'Ada Fenwick' },
  signIn: { email: 'ada@example.com', password },
  signInWithCode: { code: '492039' },
  signInWithRecoveryCode: { code: 'h7Xk2-9mQpa' },
  signInWithLink: { token },
  signInWithPasskey: { credential },
  signInWithProvider: { provider: 'example', return_to: '/account' },
  requestPasswordReset: { email: 'ada@example.com' },
  resetPassword: { token, password },
  verifyEmail: { token },
  confirmEmailChange: { token },
  undoEmailChange: { token },
  undoChange: { token },
  reauthenticate: { password },
  changeEmail: { email: 'ada@maps.example' },
  changePassword: { password: 'seven green signposts', current_password: password },
  addPasskey: { name: 'Laptop', credential },
  editPasskey: { name: 'Laptop' },
  confirmTwoFactor: { code: '492039' },
  createKey: { name: 'Backup script', scope: 'read', expires_at: '2027-11-15T09:30:00Z' },
  removeReviewed: { kind: 'share' },
  deleteAccount: { username: 'ada' },
};

/** `*` matches any version, so the example never gets 412. Each creation has its own key. */
export function exampleHeader(name: string, operationId: string): string | undefined {
  if (name === 'if-match') return '*';
  if (name === 'last-event-id') return '1794735000000000-7';
  return name === 'idempotency-key' ? `${operationId}-2026-11-15` : undefined;
}
