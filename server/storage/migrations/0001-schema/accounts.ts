// Accounts and what belongs to them besides their page. What an account owns has a primary key and indexes that begin
// with `account_id`; a `…_lookup`, `username` or `account_token` is unique across accounts.
import { sql } from 'kysely';
import type { SchemaForms } from '../../dialects/dialect.ts';

export const accountTables = ({ text, clustered }: SchemaForms) => [
  sql`CREATE TABLE account (
    account_id bigint NOT NULL,
    username ${text} NOT NULL,
    email ${text} NOT NULL,
    pending_email ${text},
    public_token ${text} NOT NULL,
    name ${text} NOT NULL,
    bio ${text} NOT NULL,
    avatar ${text},
    is_active bigint NOT NULL,
    suspension_reason ${text},
    deletes_at bigint,
    seo ${text} NOT NULL,
    social ${text} NOT NULL,
    customize ${text} NOT NULL,
    background ${text} NOT NULL,
    page_options ${text} NOT NULL,
    revision bigint NOT NULL,
    plan ${text} NOT NULL,
    plan_duration ${text} NOT NULL,
    plan_since bigint NOT NULL,
    last_activity_at bigint NOT NULL,
    last_agent ${text} NOT NULL,
    last_country ${text} NOT NULL,
    login_count bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT account_key PRIMARY KEY (account_id)
  ) ${clustered}`,
  sql`CREATE INDEX account_deletion ON account (account_id, deletes_at) WHERE deletes_at IS NOT NULL`,

  sql`CREATE TABLE username (
    username ${text} NOT NULL PRIMARY KEY,
    account_id bigint NOT NULL,
    former integer NOT NULL,
    skeleton ${text} NOT NULL
  ) ${clustered}`,
  sql`CREATE INDEX username_account ON username (account_id)`,
  sql`CREATE INDEX username_skeleton ON username (skeleton)`,

  sql`CREATE TABLE account_token (token ${text} NOT NULL PRIMARY KEY, account_id bigint NOT NULL) ${clustered}`,
  sql`CREATE INDEX account_token_account ON account_token (account_id)`,

  sql`CREATE TABLE account_settings (
    account_id bigint NOT NULL PRIMARY KEY,
    timezone ${text},
    language ${text},
    weekly_summary bigint NOT NULL,
    form_entries bigint NOT NULL,
    summary_at bigint
  ) ${clustered}`,
  // Small: only accounts that get the summary.
  sql`CREATE INDEX account_settings_summary ON account_settings (account_id, summary_at) WHERE summary_at IS NOT NULL`,

  sql`CREATE TABLE api_key (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    name ${text} NOT NULL,
    scope ${text} NOT NULL,
    hint ${text} NOT NULL,
    expires_at bigint,
    last_used_at bigint,
    revoked_at bigint,
    created_at bigint NOT NULL,
    CONSTRAINT api_key_key PRIMARY KEY (account_id, id)
  ) ${clustered}`,

  sql`CREATE TABLE api_key_lookup (
    key_hash ${text} NOT NULL PRIMARY KEY,
    account_id bigint NOT NULL,
    key_id bigint NOT NULL
  ) ${clustered}`,
  sql`CREATE INDEX api_key_lookup_account ON api_key_lookup (account_id)`,

  sql`CREATE TABLE plan_record (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    name ${text} NOT NULL,
    plan ${text} NOT NULL,
    plan_name ${text} NOT NULL,
    duration ${text} NOT NULL,
    email ${text} NOT NULL,
    ref ${text} NOT NULL,
    currency ${text} NOT NULL,
    price_minor bigint NOT NULL,
    gateway ${text} NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint,
    CONSTRAINT plan_record_key PRIMARY KEY (account_id, id)
  ) ${clustered}`,
  sql`CREATE INDEX plan_record_newest ON plan_record (account_id, created_at, id)`,

  sql`CREATE TABLE activity (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    type ${text} NOT NULL,
    message ${text} NOT NULL,
    subject_kind ${text} NOT NULL,
    subject_id bigint NOT NULL,
    ip ${text} NOT NULL,
    os ${text} NOT NULL,
    browser ${text} NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT activity_key PRIMARY KEY (account_id, id)
  ) ${clustered}`,
  sql`CREATE INDEX activity_newest ON activity (account_id, created_at, id)`,
  sql`CREATE INDEX activity_type ON activity (account_id, type, created_at, id)`,

  sql`CREATE TABLE idempotency (
    account_id bigint NOT NULL,
    key ${text} NOT NULL,
    fingerprint ${text} NOT NULL,
    answer ${text} NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT idempotency_key PRIMARY KEY (account_id, key)
  ) ${clustered}`,
  sql`CREATE INDEX idempotency_age ON idempotency (account_id, created_at)`,

  sql`CREATE TABLE account_export (
    account_id bigint NOT NULL PRIMARY KEY,
    id bigint NOT NULL,
    state ${text} NOT NULL,
    done bigint NOT NULL,
    total bigint NOT NULL,
    bytes bigint,
    created_at bigint NOT NULL,
    finished_at bigint,
    expires_at bigint
  ) ${clustered}`,

  sql`CREATE TABLE statistics_share (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    name ${text} NOT NULL,
    link_id bigint,
    hint ${text} NOT NULL,
    expires_at bigint,
    created_at bigint NOT NULL,
    CONSTRAINT statistics_share_key PRIMARY KEY (account_id, id)
  ) ${clustered}`,

  sql`CREATE TABLE statistics_share_lookup (
    token_hash ${text} NOT NULL PRIMARY KEY,
    account_id bigint NOT NULL,
    share_id bigint NOT NULL
  ) ${clustered}`,
  sql`CREATE INDEX statistics_share_lookup_account ON statistics_share_lookup (account_id, share_id)`,
];
