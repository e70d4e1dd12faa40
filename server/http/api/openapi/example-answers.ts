// Example responses of the OpenAPI document, composed from the records of the example account.
import { limits } from '../../../../contract/limits.ts';
import { pixelTemplates } from '../../../views/pixel-templates.ts';
import { contrastRecords } from '../contrast.ts';
import { appearanceOptions } from '../v1/appearance.ts';
import * as account from './example-account/account.ts';
import { importChanges, pageDocument, summaryOf, versionChanges, versionDetails } from './example-account/document.ts';
import { EXAMPLE_DASHBOARD, EXAMPLE_ORIGIN, ids, moments, person } from './example-account/identity.ts';
import * as page from './example-account/page.ts';
import * as statistics from './example-account/statistics.ts';
import { changedEmail, faintText, token } from './example-requests.ts';

const { sections, walkingMaps, orderAnArm } = page;
const saved = (id: number, message: string) => ({ id, message });
const done = (message: string) => ({ message });

const settings = { ...sections, backgroundLayout: sections.options.background_layout };
const contrast = contrastRecords(settings, EXAMPLE_ORIGIN);
const faintContrast = contrastRecords(
  { ...settings, customize: { ...sections.customize, texts_color: faintText } },
  EXAMPLE_ORIGIN,
);

const options = appearanceOptions(EXAMPLE_ORIGIN);
const { customize } = sections;
const appearance = {
  ...options,
  themes: options.themes.filter(({ name }) => name === customize.theme),
  fonts: options.fonts.filter(({ name }) => name === customize.font),
};

const rpId = new URL(EXAMPLE_DASHBOARD).hostname;
const challenge = { challenge: 'kZ3vQ9xW2mTb7RcN1sLd8Jf', timeout: 60_000 };
const totpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** What goes into `response`, by `operationId`. */
export const exampleAnswers: Readonly<Record<string, unknown>> = {
  getUser: account.profile,
  getProfile: sections.profile,
  getSeo: sections.seo,
  getSocial: sections.social,
  getCustomize: sections.customize,
  getBackground: sections.background,
  getOptions: sections.options,
  getUsername: account.username,
  editProfile: done('The profile was changed.'),
  editSeo: done('The SEO settings were changed.'),
  editSocial: done('The social profiles were changed.'),
  editCustomize: { message: 'The appearance was changed.', contrast },
  editBackground: { message: 'The background was changed.', contrast },
  editOptions: done('The options were changed.'),
  editUsername: done('The username was changed.'),
  getContrast: { contrast: faintContrast },
  getAppearance: appearance,

  getBlock: page.linksBlock,
  createBlock: {
    ...saved(ids.block, 'The block was added.'),
    items: [{ id: walkingMaps.id, slug: walkingMaps.slug }],
  },
  editBlock: saved(ids.block, 'The block was changed.'),
  reorderBlocks: done('The blocks were reordered.'),
  duplicateBlock: {
    ...saved(ids.blockCopy, 'The block was duplicated.'),
    items: [
      { id: ids.itemOfBlockCopy, slug: `${walkingMaps.slug}-2` },
      { id: ids.otherItemOfBlockCopy, slug: `${orderAnArm.slug}-2` },
    ],
  },
  deleteBlock: 'The block was deleted.',
  restoreBlock: saved(ids.deletedBlock, 'The block was restored.'),
  getBlockItem: page.linksBlock.items[0],
  createBlockItem: { ...saved(orderAnArm.id, 'The item was added.'), slug: orderAnArm.slug },
  editBlockItem: saved(walkingMaps.id, 'The item was changed.'),
  reorderBlockItems: saved(ids.block, 'The items were reordered.'),
  duplicateBlockItem: { ...saved(ids.itemCopy, 'The item was duplicated.'), slug: `${walkingMaps.slug}-2` },
  deleteBlockItem: 'The item was deleted.',
  restoreBlockItem: saved(ids.deletedItem, 'The item was restored.'),
  deleteBlockEntries: 'Entries deleted: 1.',
  deleteBlockEntry: 'The entry was deleted.',
  getLink: page.links[0],
  editLink: saved(walkingMaps.id, 'The link was changed.'),

  getPage: pageDocument,
  getPageVersion: versionDetails,
  restorePageVersion: {
    message: `The page was restored: ${versionChanges.length} changes.`,
    dry_run: false,
    summary: summaryOf(versionChanges),
    changes: versionChanges,
    created: [],
    warnings: [],
    version_id: ids.newVersion,
  },
  importPage: {
    message: `${importChanges.length} changes would be made; nothing was changed.`,
    dry_run: true,
    summary: summaryOf(importChanges),
    changes: importChanges,
    created: [],
    warnings: [],
    version_id: null,
  },
  previewPage: {
    html: '<!doctype html>\n<html lang="en-GB">\n<head>\n<title>Ada Fenwick</title>\n</head>\n<body>\n<h1>Ada Fenwick</h1>\n<p>I mend old road signs.</p>\n</body>\n</html>\n',
  },
  getUpload: page.upload,
  createUpload: {
    id: ids.upload,
    url: page.upload.url,
    reference: page.upload.reference,
    message: 'The upload was saved.',
  },
  deleteUpload: 'The upload was deleted.',
  getPixel: page.pixel,
  getPixelTemplates: pixelTemplates,
  createPixel: saved(ids.pixel, 'The pixel was saved.'),
  editPixel: saved(ids.pixel, 'The pixel was changed.'),
  deletePixel: 'The pixel was deleted.',

  getViews: statistics.pageViews,
  getLinkClicks: statistics.mapClicks,
  getClicks: statistics.clicks,
  getBreakdowns: statistics.breakdowns,
  getSeries: statistics.series,
  getLiveVisitors: statistics.live,
  getLocationData: {
    licence: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
    attribution: { text: 'IP Geolocation by DB-IP', url: 'https://db-ip.com' },
  },
  getExclusion: account.exclusion,
  editExclusion: account.exclusion,
  shareStatistics: {
    id: account.share.id,
    link: `${EXAMPLE_DASHBOARD}/shared/${account.shareToken}`,
    token: account.shareToken,
    hint: account.share.hint,
    message: `The statistics are shared as "${account.share.name}". Copy the link now: it is not shown again.`,
  },
  deleteShare: 'The statistics are no longer shared with this link.',

  getSignInSettings: {
    signup: 'open',
    mail: 'smtp',
    providers: [{ id: 'example', name: 'Example ID' }],
    password: { min: limits.passwordMin, max: limits.passwordMax },
    signed_in: false,
    pages_url: EXAMPLE_ORIGIN,
    dashboard_url: EXAMPLE_DASHBOARD,
    one_origin: false,
  },
  checkUsername: {
    username: person.username,
    available: false,
    problem: 'taken',
    message: `The username "${person.username}" is taken.`,
    suggestions: ['ada-2', 'ada-3', 'ada-4'],
  },
  getInvitation: { valid: true, email: person.email, expires_at: moments.nextMonth },
  signUp: { signed_in: true },
  signIn: { signed_in: false, two_factor: true },
  signInWithCode: { signed_in: true },
  signInWithRecoveryCode: { signed_in: true, codes_left: account.recoveryCodes.length - 1 },
  signInWithLink: { signed_in: true },
  startPasskeySignIn: { ...challenge, rpId, allowCredentials: [], userVerification: 'required' },
  signInWithPasskey: { signed_in: true },
  signInWithProvider: {
    url: 'https://id.example.com/authorize?client_id=fingerpost&response_type=code&scope=openid+email+profile&state=m8Qw4TzX',
  },
  signOut: done('You are signed out.'),
  requestPasswordReset: done('If an account has this address, a message with a link is on its way.'),
  resetPassword: done('The password was changed. Sign in with the new one.'),
  verifyEmail: done('Your e-mail address is confirmed.'),
  confirmEmailChange: done('Your e-mail address was changed.'),
  undoEmailChange: {
    message: 'Your e-mail address was restored, and everybody was signed out. Choose a new password now.',
    reset_token: token,
  },
  undoChange: {
    message: 'The change was taken back, and everybody was signed out. Choose a new password now.',
    reset_token: token,
  },
  reauthenticate: { fresh_until: moments.soon },

  getAccountSecurity: account.security,
  getRecoveryReview: account.review,
  removeReviewed: { removed: 1, message: 'Removed: 1.' },
  finishRecoveryReview: done('The review is finished.'),
  deleteAccount: { deletes_at: moments.nextMonth },
  cancelAccountDeletion: done('The account will not be deleted.'),
  getAccountSettings: account.settings,
  editAccountSettings: account.settings,
  getAccountUsage: account.usage,
  getAccountExport: account.finishedExport,
  startAccountExport: account.waitingExport,
  resendVerification: done(`A link was sent to ${person.email}.`),
  changeEmail: done(`A link was sent to ${changedEmail}. The change takes effect when you open it.`),
  changePassword: done('The password was changed, and all other sessions were ended.'),
  listSessions: account.sessions,
  deleteSession: done('The session was ended.'),
  deleteOtherSessions: { ended: account.sessions.length - 1 },
  listPasskeys: [account.passkey],
  startPasskey: {
    ...challenge,
    rp: { id: rpId, name: 'Fingerpost' },
    user: { id: 'N3x0Q2ZrXc', name: person.email, displayName: person.name },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    excludeCredentials: [],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  },
  addPasskey: { id: ids.passkey, name: account.passkey.name },
  editPasskey: { id: ids.passkey, name: account.passkey.name },
  deletePasskey: done('The passkey was deleted.'),
  startTwoFactor: {
    secret: totpSecret,
    uri: `otpauth://totp/Fingerpost:${encodeURIComponent(person.email)}?secret=${totpSecret}&issuer=Fingerpost&algorithm=SHA1&digits=6&period=30`,
  },
  confirmTwoFactor: { recovery_codes: account.recoveryCodes },
  replaceRecoveryCodes: { recovery_codes: account.recoveryCodes },
  deleteTwoFactor: done('Two-factor authentication is off.'),
  createKey: {
    id: ids.key,
    key: account.keyText,
    hint: account.key.hint,
    message: `The key "${account.key.name}" was created. Copy it now: it is not shown again.`,
  },
  deleteKey: done(`Key ${ids.key} is revoked.`),
};
