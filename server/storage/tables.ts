// The schema in TypeScript, and the kind of each table. Instants are microseconds; JSON is text.

import type { Generated, Kysely, Transaction } from 'kysely';
import type { FormKind } from '../../contract/page/forms.ts';
import type { UploadKind } from '../../contract/page/uploads.ts';
import type { Micros } from '../../contract/time.ts';
import type { BlockType, Duration, KeyScope, PixelType } from '../../contract/vocabulary.ts';
import type { AccountExportRow, AccountSettingsRow, FormNoticeRow, UnconfirmedEntryRow } from './account-tables.ts';
import type { PageVersionRow, TrashRow } from './history-tables.ts';
import type { JobRow } from './job-tables.ts';
import type {
  CredentialRow,
  IdentityRow,
  InvitationRow,
  OneTimeTokenRow,
  PasskeyRow,
  PersonRow,
  SessionRow,
} from './people-tables.ts';
import type { StatisticsShareRow, VisitExclusionRow } from './sharing-tables.ts';
import type {
  LiveEventRow,
  LiveStreamRow,
  LiveVisitorRow,
  PageEditionRow,
  VisitBatchRow,
  VisitEventCountRow,
  VisitEventRow,
  VisitFoldedRow,
  VisitFreshRow,
  VisitPeriodRow,
  VisitSeenRow,
  VisitSegmentRow,
  VisitTotalRow,
} from './visit-tables.ts';

/** The first parameter of every storage function: the store, for a single read, or a transaction. */
export type Executor = Kysely<Tables> | Transaction<Tables>;

export interface AccountRow {
  account_id: number;
  username: string;
  name: string;
  bio: string;
  avatar: string | null;
  is_active: number;
  /** Why the operator suspended it. Null if it is active, or if they gave no reason. */
  suspension_reason: string | null;
  seo: string;
  social: string;
  customize: string;
  background: string;
  plan: string;
  plan_duration: Duration;
  plan_since: Micros;
  last_activity_at: Micros;
  last_agent: string;
  last_country: string;
  login_count: number;
  created_at: Micros;
  updated_at: Micros;
  /** Page options beyond the API's records: `{"consent_bar": true, "language": "de", "background_layout": "panel"}`. */
  page_options: string;
  /** Replaces the account's id in public URLs; see `account-tokens.ts`. */
  public_token: string;
  /** Grows with every change to the account's data, except counts and form entries. */
  revision: number;
  /** The same as the person's, which is unique. */
  email: string;
  /** From then on it is erased; until then its page is off. */
  deletes_at: Micros | null;
  /** An e-mail address that its owner has not confirmed yet. */
  pending_email: string | null;
}

export interface ApiKeyRow {
  account_id: number;
  id: number;
  name: string;
  scope: KeyScope;
  hint: string;
  expires_at: Micros | null;
  last_used_at: Micros | null;
  revoked_at: Micros | null;
  created_at: Micros;
}

export interface BlockRow {
  account_id: number;
  id: number;
  block: BlockType;
  name: string | null;
  subheading: string | null;
  content: string | null;
  settings: string | null;
  position: number;
  created_at: Micros;
  updated_at: Micros;
}

export interface BlockItemRow {
  account_id: number;
  id: number;
  block_id: number;
  /** The position in the block's list. `position` is the value that the owner gave, and may repeat. */
  list_order: number;
  thumbnail: string | null;
  is_element: number;
  element: string | null;
  link: string | null;
  content: string;
  settings: string | null;
  /** Negative if the item is hidden (`pending-rows.ts`). */
  position: number;
  created_at: Micros;
  updated_at: Micros;
}

/** A followable link. It outlives its item, so that its counts keep their name. */
export interface LinkRow {
  account_id: number;
  id: number;
  slug: string;
  url: string;
  /** Negative if the link is hidden (`pending-rows.ts`). */
  deleted_at: Micros | null;
}

/** A former slug, by which the link is still found. */
export interface FormerSlugRow {
  account_id: number;
  slug: string;
  link_id: number;
}

/** An account that has hidden rows of an import, possibly left by a killed process. */
export interface PageImportRow {
  account_id: number;
  started_at: Micros;
}

/** An upload of an account. Its files are in `{digest}/{account_id}/`, named by `contract/page/uploads.ts`. */
export interface UploadRow {
  account_id: number;
  id: number;
  /** Hash of the original bytes: uploading the same file again gives the same upload. */
  digest: string;
  kind: UploadKind;
  /** The file name given by the owner. */
  name: string;
  /** The media type of the response. */
  type: string;
  /** The main file. */
  file: string;
  width: number | null;
  height: number | null;
  /** The total size of all its files. */
  bytes: number;
  /** Each of its files, as JSON: `[{"file","bytes","sha256"}]`. */
  files: string;
  /** `coming`: files are being written; `going`: files are being removed. A page may only refer to a `ready` upload. */
  state: 'coming' | 'ready' | 'going';
  created_at: Micros;
  /** When the upload was last known to be in use, or when it was created. */
  used_at: Micros;
}

export interface PixelRow {
  account_id: number;
  id: number;
  name: string;
  status: number;
  pixel_id: string;
  pixel_type: PixelType;
  created_at: Micros;
  updated_at: Micros;
}

/** An entry that a visitor sent with a form. */
export interface FormEntryRow {
  account_id: number;
  id: number;
  block_id: number;
  kind: FormKind;
  /** The values by field name. */
  fields: string;
  /** The lower-case e-mail address of a sign-up: a list contains each address once. */
  subscriber: string | null;
  created_at: Micros;
}

export interface PlanRecordRow {
  account_id: number;
  id: number;
  name: string;
  plan: string;
  plan_name: string;
  duration: Duration;
  email: string;
  ref: string;
  currency: string;
  price_minor: number;
  gateway: string;
  created_at: Micros;
  updated_at: Micros | null;
}

export interface ActivityRow {
  account_id: number;
  id: number;
  type: string;
  message: string;
  ip: string;
  os: string;
  browser: string;
  created_at: Micros;
  updated_at: Micros;
  subject_kind: string;
  subject_id: number;
}

export interface IdempotencyRow {
  account_id: number;
  key: string;
  fingerprint: string;
  answer: string;
  created_at: Micros;
}

/** Which process holds a lease, and until when. */
export interface LeaseRow {
  name: string;
  holder: string;
  until: Micros;
}

export interface Tables {
  account: AccountRow;
  api_key: ApiKeyRow;
  block: BlockRow;
  block_item: BlockItemRow;
  link: LinkRow;
  link_former_slug: FormerSlugRow;
  pixel: PixelRow;
  upload: UploadRow;
  page_import: PageImportRow;
  trash: TrashRow;
  page_version: PageVersionRow;
  form_entry: FormEntryRow;
  form_notice: FormNoticeRow;
  account_settings: AccountSettingsRow;
  account_export: AccountExportRow;
  unconfirmed_entry: UnconfirmedEntryRow;
  plan_record: PlanRecordRow;
  activity: ActivityRow;
  idempotency: IdempotencyRow;
  visit_fresh: VisitFreshRow;
  visit_event: VisitEventRow;
  visit_event_count: VisitEventCountRow;
  visit_segment: VisitSegmentRow;
  page_edition: PageEditionRow;
  visit_seen: VisitSeenRow;
  visit_total: VisitTotalRow;
  visit_period: VisitPeriodRow;
  visit_exclusion: VisitExclusionRow;
  statistics_share: StatisticsShareRow;
  /** Announced: 1 if the last event about the visitor in a live stream says that they are here. */
  live_visitor: LiveVisitorRow & { announced: Generated<number> };
  live_stream: LiveStreamRow;
  live_event: LiveEventRow;
  username: { username: string; account_id: number; former: number; skeleton: string };
  api_key_lookup: { key_hash: string; account_id: number; key_id: number };
  account_token: { token: string; account_id: number };
  visit_exclusion_lookup: { token: string; account_id: number };
  statistics_share_lookup: { token_hash: string; account_id: number; share_id: number };
  person: PersonRow;
  credential: CredentialRow;
  session: SessionRow;
  one_time_token: OneTimeTokenRow;
  identity: IdentityRow;
  passkey: PasskeyRow;
  invitation: InvitationRow;
  visit_salt: { day: string; salt: string };
  visit_batch: VisitBatchRow;
  visit_folded: VisitFoldedRow;
  lease: LeaseRow;
  job: JobRow;
  installation: { name: string; value: string };
}
