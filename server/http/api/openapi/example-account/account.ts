// The example account: plan, keys, sign-in, settings and logs.
import type { Static } from 'typebox';
import { limits } from '../../../../../contract/limits.ts';
import { blockLimits } from '../../../../../contract/page/block-shapes.ts';
import type { RecoveryReview } from '../../../../../contract/schemas/account-recovery.ts';
import type { AccountSecurity, Passkey, Session } from '../../../../../contract/schemas/account-security.ts';
import type { AccountExport, AccountSettings } from '../../../../../contract/schemas/account-settings.ts';
import type { AccountUsage } from '../../../../../contract/schemas/account-usage.ts';
import type { Key } from '../../../../../contract/schemas/keys.ts';
import type { Profile } from '../../../../../contract/schemas/profile.ts';
import type { Activity, PlanRecord } from '../../../../../contract/schemas/records.ts';
import type { Exclusion, Share } from '../../../../../contract/schemas/sharing.ts';
import { EXAMPLE_DASHBOARD, EXAMPLE_ORIGIN, ids, moments, person } from './identity.ts';
import { blocks, entries, linksBlock, pixel, sections, upload } from './page.ts';
import { TIME_ZONE } from './statistics.ts';

export const plan: Static<typeof PlanRecord> = {
  id: ids.plan,
  user: ids.account,
  name: person.name,
  plan: 'pro',
  plan_name: 'Pro',
  duration: 'year',
  email: person.email,
  ref: 'inv_2026_0042',
  currency: 'EUR',
  price: 90,
  gateway: 'stripe',
  created_at: moments.joined,
  updated_at: null,
};

const { email, whatsapp, facebook, instagram, twitter, youtube } = sections.social;
export const profile: Static<typeof Profile> = {
  id: ids.account,
  email: person.email,
  name: person.name,
  bio: person.bio,
  username: person.username,
  avatar: sections.profile.avatar,
  plan_name: plan.plan_name,
  plan_due: 'Mar 2, 2027',
  is_active: 1,
  seo: sections.seo,
  social: { email, whatsapp, facebook, instagram, twitter, youtube },
  customize: sections.customize,
  background: sections.background,
  lastActivity: '2026-11-15 09:30:00',
  lastAgent: 'macOS',
  lastCountry: 'Germany',
  total_login: 12,
};
export const username = {
  username: person.username,
  url: `${EXAMPLE_ORIGIN}/${person.username}`,
  former_usernames: ['fenwick'],
};

export const passkey: Static<typeof Passkey> = {
  id: ids.passkey,
  name: 'Laptop',
  created_at: moments.joined,
  last_used_at: moments.signIn,
  device_type: 'multi_device',
  backed_up: true,
};

const place = { ip: '203.0.113.7', country: 'de', city: 'Berlin, DE' };
/** The current one, and one on a phone. */
export const sessions: Static<typeof Session>[] = [
  {
    id: ids.session,
    current: true,
    device: { os: 'macOS', browser: 'Safari', kind: 'desktop' },
    ...place,
    created_at: moments.signIn,
    last_seen_at: moments.now,
    expires_at: moments.nextMonth,
  },
  {
    id: ids.otherSession,
    current: false,
    device: { os: 'iOS', browser: 'Mobile Safari', kind: 'phone' },
    ...place,
    created_at: moments.otherSignIn,
    last_seen_at: moments.otherVisit,
    expires_at: moments.nextMonth,
  },
];

export const keyText = 'fp_sGnTYbbO820EykTfZhMsrzpNKKbeeqWJ3bcjDM';
export const key: Static<typeof Key> = {
  id: ids.key,
  name: 'Backup script',
  scope: 'read',
  hint: `${keyText.slice(0, 7)}…`,
  expires_at: moments.nextYear,
  last_used_at: moments.secondEntry,
  revoked_at: null,
  created_at: moments.keyAdded,
};

export const recoveryCodes = [
  'h7Xk2-9mQpa',
  'b4Tn8-Ws3Lc',
  'Rk5vD-2yHe7',
  'q9Zf3-Mj6Pu',
  'Xc2Lw-8nGt4',
  't6Hb9-Ea5Vr',
  'Ym3Kq-7dSn2',
  'w8Pj4-Fc9Zx',
  'Ge5Ru-3kTb6',
  'n2Vs7-Qh8Wm',
];

export const security: Static<typeof AccountSecurity> = {
  email: person.email,
  email_verified: true,
  pending_email: null,
  has_password: true,
  two_factor: true,
  recovery_codes_left: recoveryCodes.length,
  passkeys: 1,
  sessions: sessions.length,
  keys: 1,
  fresh_until: moments.soon,
  created_at: moments.joined,
  providers: [],
  deletes_at: null,
  recovered_at: null,
};

export const settings: Static<typeof AccountSettings> = {
  timezone: TIME_ZONE,
  language: 'en',
  notifications: { weekly_summary: true, form_entries: true },
};

const none = { count: 0, bytes: 0 };
export const usage: Static<typeof AccountUsage> = {
  blocks: { used: blocks.length, limit: blockLimits.blocks },
  form_entries: { used: entries.length, limit: limits.formEntries },
  uploads: { used: 1, limit: limits.uploads },
  upload_bytes: { used: upload.bytes, limit: 500_000_000 },
  pixels: { used: 1, limit: limits.pixels },
  keys: { used: security.keys, limit: limits.keys },
  shares: { used: 1, limit: limits.shares },
  uploads_by_kind: [
    { kind: 'image', count: 1, bytes: upload.bytes },
    { kind: 'video', ...none },
    { kind: 'file', ...none },
  ],
  requests_per_minute: 6000,
};

const exportTimes = { created_at: moments.now, finished_at: null, expires_at: null };
export const waitingExport: Static<typeof AccountExport> = {
  state: 'waiting',
  progress: 0,
  url: null,
  bytes: null,
  ...exportTimes,
};
export const finishedExport: Static<typeof AccountExport> = {
  state: 'ready',
  progress: 100,
  url: `${EXAMPLE_DASHBOARD}/account/export/Pw4kT9xQ2mZr7VbN1sLd8JfHg5YyU0aE`,
  bytes: 1_482_117,
  created_at: moments.signIn,
  finished_at: moments.now,
  expires_at: moments.nextMonth,
};

export const shareToken = 'fps_4nT8wKq2ZrXc7VbM1sLd9JfHg5PyU0aE3iGx8k';
export const share: Static<typeof Share> = {
  id: ids.share,
  name: 'For the sponsors',
  link_slug: null,
  hint: `${shareToken.slice(0, 8)}…`,
  expires_at: moments.nextYear,
  created_at: moments.shared,
};
export const exclusion: Static<typeof Exclusion> = {
  link: `${EXAMPLE_ORIGIN}/do-not-count/Vb3pQ0xJt9mKfW2sYc7RnA`,
  dashboard: true,
  created_at: moments.uploaded,
};

/** Newest first. */
export const review: Static<typeof RecoveryReview> = {
  recovered_at: security.recovered_at,
  items: [
    { kind: 'share', id: share.id, name: share.name, created_at: share.created_at },
    { kind: 'key', id: key.id, name: key.name, created_at: key.created_at },
    { kind: 'pixel', id: pixel.id, name: pixel.name, created_at: pixel.created_at },
    { kind: 'passkey', id: passkey.id, name: passkey.name, created_at: passkey.created_at },
    { kind: 'two_factor', id: null, name: 'Authenticator app', created_at: moments.joined },
  ],
};

const activity = (id: number, type: string, message: string, at: string): Static<typeof Activity> => ({
  id,
  user: ids.account,
  type,
  message,
  ip: place.ip,
  os: 'macOS',
  browser: 'Safari',
  created_at: at,
  updated_at: at,
});
/** Newest first. */
export const activities = [
  activity(321, 'login', 'Signed in with Safari on macOS.', moments.signIn),
  activity(206, 'pixel_created', `The pixel "${pixel.name}" was added.`, moments.pixelAdded),
  activity(198, 'block_updated', `The block "${linksBlock.name}" was changed.`, moments.blockEdited),
];
