// The example request of each operation of the OpenAPI document. With real ids, every request succeeds; a test sends
// them all. Fields of forms are never null, which a form cannot express.

import { key, passkey, recoveryCodes, settings, share } from './example-account/account.ts';
import { importedDocument } from './example-account/document.ts';
import { ids, person } from './example-account/identity.ts';
import { headingBlock, linksBlock, orderAnArm, pixel, sections, upload, walkingMaps } from './example-account/page.ts';
import { liveSnapshot } from './example-account/statistics.ts';

const { profile, seo, social, customize, background, options } = sections;
const { gradient } = background.settings;
const itemOf = ({ url, slug, caption }: typeof walkingMaps) => ({ link: url, slug, content: { caption } });

const password = 'mended road signs by hand';
export const token = 'uYw3cQ0kT9dJr2mZb7VxNf1sLgHa6PeI';
export const changedEmail = 'ada@maps.example';
/** On the example's background it is hard to read. */
export const faintText = '#8a8f98';
const newName = 'Which way now?';
const newCaption = 'Walking maps';
const inAYear = '2027-11-15T09:30:00Z';
const credential = {
  id: 'q3Vw8mT0bYkZr5nXc1LsAg',
  rawId: 'q3Vw8mT0bYkZr5nXc1LsAg',
  type: 'public-key',
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
    signature: 'MEUCIQDxk3v0J9Zc1Q7nT5b2Wm8Lr4Hy6Pq',
  },
};

/** By `operationId`. Operations that are not listed take no body. */
export const exampleBodies: Readonly<Record<string, Record<string, unknown>>> = {
  editProfile: { name: profile.name, bio: profile.bio },
  editSeo: { enable: seo.enable, page_name: seo.page_name, page_description: seo.page_description },
  editSocial: { instagram: social.instagram, email: social.email },
  editCustomize: {
    theme: customize.theme,
    radius: customize.radius,
    button_background_color: customize.button_background_color,
  },
  editBackground: {
    type: background.type,
    settings: { gradient: { color_1: gradient.color_1, color_2: gradient.color_2 } },
  },
  editOptions: options,
  editAccountSettings: { timezone: settings.timezone, notifications: { weekly_summary: true } },
  editUsername: { username: 'ada-fenwick' },
  createBlock: {
    block: linksBlock.block,
    name: linksBlock.name,
    settings: linksBlock.settings,
    items: [itemOf(walkingMaps)],
  },
  editBlock: { name: newName, settings: { layout: 'grid' } },
  reorderBlocks: { order: [headingBlock.id, ids.form, ids.block] },
  createBlockItem: itemOf(orderAnArm),
  editBlockItem: { content: { caption: newCaption }, settings: { highlight: true } },
  reorderBlockItems: { order: [orderAnArm.id, walkingMaps.id] },
  deleteBlockEntries: { last_id: ids.entry },
  editLink: { slug: 'hand-drawn-maps' },
  restorePageVersion: { dry_run: false },
  importPage: { document: importedDocument, mode: 'add', dry_run: true },
  previewPage: {
    profile: { bio: 'I mend old road signs.' },
    blocks: [{ id: ids.block, name: newName }],
    items: [{ id: walkingMaps.id, content: { caption: newCaption } }],
  },
  editExclusion: { renew: true },
  shareStatistics: { name: share.name, expires_at: inAYear },
  createUpload: { file: upload.name, name: upload.name },
  createPixel: { name: pixel.name, type: pixel.pixel_type, pixel_id: pixel.pixel_id, status: pixel.status },
  editPixel: { name: pixel.name, status: 0 },
  signUp: { username: person.username, email: person.email, password, name: person.name },
  signIn: { email: person.email, password },
  signInWithCode: { code: '492039' },
  signInWithRecoveryCode: { code: recoveryCodes[0] },
  signInWithLink: { token },
  signInWithPasskey: { credential },
  signInWithProvider: { provider: 'example', return_to: '/account' },
  requestPasswordReset: { email: person.email },
  resetPassword: { token, password },
  verifyEmail: { token },
  confirmEmailChange: { token },
  undoEmailChange: { token },
  undoChange: { token },
  reauthenticate: { password },
  changeEmail: { email: changedEmail },
  changePassword: { password: 'seven green signposts', current_password: password },
  addPasskey: { name: passkey.name, credential },
  editPasskey: { name: passkey.name },
  confirmTwoFactor: { code: '492039' },
  createKey: { name: key.name, scope: key.scope, expires_at: inAYear },
  removeReviewed: { kind: 'share' },
  deleteAccount: { username: person.username },
};

/** `*` matches any version, so the example never gets 412. The example answers are minimal. Each creation has its own key. */
export function exampleHeader(name: string, operationId: string): string | undefined {
  if (name === 'if-match') return '*';
  if (name === 'prefer') return 'return=minimal';
  if (name === 'last-event-id') return liveSnapshot.id;
  return name === 'idempotency-key' ? `${operationId}-2026-11-15` : undefined;
}
