// The schema as TypeScript sees it, and what kind of table each one is. Instants are microseconds; JSON is text.
import type { Generated, Kysely, Transaction } from 'kysely';
import type { FormKind } from '../../contract/page/forms.ts';
import type { UploadKind } from '../../contract/page/uploads.ts';
import type { Micros } from '../../contract/time.ts';
import type { BlockType, Duration, KeyScope, PixelType } from '../../contract/vocabulary.ts';

/** What every storage function takes first: the whole store for one read, or the transaction that it is part of. */
export type Executor = Kysely<Tables> | Transaction<Tables>;

export interface AccountRow {
  account_id: number;
  username: string;
  name: string;
  bio: string;
  avatar: string | null;
  is_active: number;
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
  /** What the page does beyond what the API's records say: `{"consent_bar": true}`. */
  page_options: string;
  /** Stands for the account in public addresses; see `account-tokens.ts`. */
  public_token: string;
  /** Grows with every change to what the account owns, counts and form entries apart. */
  revision: number;
  /** The same as the sign-in's, which keeps it unique. */
  email: string;
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
  /** The place in the block's own list; `position` is what the owner gave, and may repeat. */
  list_order: number;
  thumbnail: string | null;
  is_element: number;
  element: string | null;
  link: string | null;
  content: string;
  settings: string | null;
  /** Below zero where the item is hidden (`pending-rows.ts`). */
  position: number;
  created_at: Micros;
  updated_at: Micros;
}

/** A followable link. It outlives its item, so that counts keep their name. */
export interface LinkRow {
  account_id: number;
  id: number;
  slug: string;
  url: string;
  /** Below zero where the link is hidden (`pending-rows.ts`). */
  deleted_at: Micros | null;
}

/** A slug that a link once had, and by which it is still found. */
export interface FormerSlugRow {
  account_id: number;
  slug: string;
  link_id: number;
}

/** An account that has, or had when its process was killed, rows of an import that nobody sees. */
export interface PageImportRow {
  account_id: number;
  started_at: Micros;
}

/** What an account uploaded. Its files lie in `{digest}/{account_id}/`, named by `contract/page/uploads.ts`. */
export interface UploadRow {
  account_id: number;
  id: number;
  /** Of the bytes as they came: the same file again is the same upload. */
  digest: string;
  kind: UploadKind;
  /** What its owner called it. */
  name: string;
  /** The media type as it is served. */
  type: string;
  /** The one file that stands for it. */
  file: string;
  width: number | null;
  height: number | null;
  /** Of all its files together. */
  bytes: number;
  /** `coming`: its files are being put away; `going`: they are being removed. Only a `ready` one may be referred to. */
  state: 'coming' | 'ready' | 'going';
  created_at: Micros;
  /** When it was last known to be referred to, or to have come. */
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

/** What a visitor sent by a form of the page. */
export interface FormEntryRow {
  account_id: number;
  id: number;
  block_id: number;
  kind: FormKind;
  /** What was typed, by the names of the form's fields. */
  fields: string;
  /** Of a sign-up its address, in lower case: a list has each of them once. */
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
  /** What it is about; null in rows from before this was stored. */
  subject_kind: string | null;
  subject_id: number | null;
}

export interface IdempotencyRow {
  account_id: number;
  key: string;
  fingerprint: string;
  answer: string;
  created_at: Micros;
}

/** Visits that were recorded together and are not counted yet. */
export interface VisitBatchRow {
  /** The part of the queue that it is in; see `visit-queue.ts`. */
  lane: number;
  /** Never earlier than that of the writer's batch before. */
  at: Micros;
  /** The process that recorded them, and the number of the commit. */
  writer: string;
  seq: number;
  count: number;
  events: string;
}

/** The last batch of a writer that is counted: one that comes again is recognised by it, and skipped. */
export interface VisitFoldedRow {
  lane: number;
  writer: string;
  last_seq: number;
  last_at: Micros;
}

export interface VisitSeenRow {
  account_id: number;
  day: string;
  target_id: number;
  visitor: string;
}

/** What was counted a short while ago, all dimensions of it in one row; added to totals and roll-ups later. */
export interface VisitFreshRow {
  account_id: number;
  target_id: number;
  /** Start of the quarter of an hour. */
  bucket: Micros;
  counts: string;
  /** Those of them that are not in `visit_event` yet, in its form. */
  events: Generated<string>;
}

/** Visits to one target one by one, in lines of their own: as many as were at hand when they were counted. */
export interface VisitEventRow {
  account_id: number;
  /** Of the first of them. */
  at: Micros;
  target_id: number;
  /** Of the last of them. */
  until: Micros;
  count: number;
  events: string;
}

/** How many visits the rows of `visit_event` hold, to one target or to all links, in a time. */
export interface VisitEventCountRow {
  account_id: number;
  target_id: number;
  /** A quarter of an hour, or a day. */
  length: Micros;
  start: Micros;
  count: number;
}

/** Which process does what one process does for all, and until when nobody else may. */
export interface LeaseRow {
  name: string;
  holder: string;
  until: Micros;
}

/** Which links were on an account's page at a time, under the name that visits of that time know it by. */
export interface PageEditionRow {
  account_id: number;
  edition: string;
  /** Their ids, as a JSON list. */
  links: string;
  made_at: Micros;
}

export interface VisitTotalRow {
  account_id: number;
  target_id: number;
  dimension: string;
  key: string;
  visits: number;
  uniques: number;
}

export interface VisitRollupRow extends VisitTotalRow {
  /** Start of the quarter of an hour. */
  bucket: Micros;
}

export interface LiveVisitorRow {
  account_id: number;
  visitor: string;
  ip: string;
  country: string;
  city: string;
  os: string;
  browser: string;
  last_activity_at: Micros;
  expires_at: Micros;
}

/** Times and flags in these four are written by better-auth, each store in its own form. */
export interface AuthUserRow {
  id: number;
  name: string;
  email: string;
  emailVerified: unknown;
  image: string | null;
  createdAt: unknown;
  updatedAt: unknown;
}

export interface AuthAccountRow {
  id: Generated<number>;
  accountId: string;
  providerId: string;
  userId: number;
  password: string | null;
  createdAt: unknown;
  updatedAt: unknown;
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
  form_entry: FormEntryRow;
  plan_record: PlanRecordRow;
  activity: ActivityRow;
  idempotency: IdempotencyRow;
  visit_fresh: VisitFreshRow;
  visit_event: VisitEventRow;
  visit_event_count: VisitEventCountRow;
  page_edition: PageEditionRow;
  visit_seen: VisitSeenRow;
  visit_total: VisitTotalRow;
  visit_rollup: VisitRollupRow;
  live_visitor: LiveVisitorRow;
  username: { username: string; account_id: number; former: number };
  api_key_lookup: { key_hash: string; account_id: number; key_id: number };
  account_token: { token: string; account_id: number };
  auth_user: AuthUserRow;
  auth_account: AuthAccountRow;
  auth_session: { id: Generated<number>; userId: number };
  visit_salt: { day: string; salt: string };
  visit_batch: VisitBatchRow;
  visit_folded: VisitFoldedRow;
  lease: LeaseRow;
  installation: { name: string; value: string };
}

/**
 * Owned tables can be distributed by account: their primary key and every index begin with account_id. Lookups hold
 * what must be unique across accounts. The rest belongs to the installation, or is the visit queue. A test holds every table to this.
 */
export const tableKinds = {
  owned: [
    'account',
    'api_key',
    'block',
    'block_item',
    'link',
    'link_former_slug',
    'pixel',
    'form_entry',
    'upload',
    'page_import',
    'plan_record',
    'activity',
    'idempotency',
    'visit_seen',
    'visit_fresh',
    'visit_event',
    'visit_event_count',
    'page_edition',
    'visit_total',
    'visit_rollup',
  ],
  lookup: [
    'username',
    'api_key_lookup',
    'account_token',
    'auth_user',
    'auth_account',
    'auth_session',
    'auth_verification',
  ],
  installation: [
    'visit_salt',
    'visit_folded',
    'changed_counts',
    'lease',
    'installation',
    'id_sequence',
    'schema_migration',
    'schema_migration_lock',
  ],
  /** What visitors write. On SQLite it is in a file of its own, so that they wait for nobody. */
  queue: ['visit_batch', 'live_visitor'],
} as const;

/**
 * What an installation consists of, in an order in which rows refer only to rows of earlier tables. The rest is each
 * database's own book-keeping.
 */
export const contentTables = [
  'installation',
  'visit_salt',
  'visit_folded',
  ...tableKinds.queue,
  ...tableKinds.lookup,
  ...tableKinds.owned,
] as const;

/** Rows come into these only together with changes to `visit_fresh` and `visit_total`, which are much smaller. */
export const companionTables: readonly string[] = ['visit_seen', 'visit_rollup', 'visit_event', 'visit_event_count'];
