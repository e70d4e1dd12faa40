// What an account's page is made of, its forms and its history. Tables whose rows may be long are not clustered: those
// work best with short rows.
import { sql } from 'kysely';
import type { SchemaForms } from '../../dialects/dialect.ts';

export const pageTables = ({ text, clustered }: SchemaForms) => [
  sql`CREATE TABLE block (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    block ${text} NOT NULL,
    name ${text},
    subheading ${text},
    content ${text},
    settings ${text},
    position bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT block_key PRIMARY KEY (account_id, id)
  ) ${clustered}`,
  sql`CREATE INDEX block_order ON block (account_id, position, id)`,

  sql`CREATE TABLE block_item (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    block_id bigint NOT NULL,
    list_order bigint NOT NULL,
    thumbnail ${text},
    is_element bigint NOT NULL,
    element ${text},
    link ${text},
    content ${text} NOT NULL,
    settings ${text},
    position bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT block_item_key PRIMARY KEY (account_id, id)
  ) ${clustered}`,
  sql`CREATE INDEX block_item_order ON block_item (account_id, block_id, list_order, id)`,

  sql`CREATE TABLE link (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    slug ${text} NOT NULL,
    url ${text} NOT NULL,
    deleted_at bigint,
    CONSTRAINT link_key PRIMARY KEY (account_id, id)
  ) ${clustered}`,
  sql`CREATE UNIQUE INDEX link_slug ON link (account_id, slug)`,

  sql`CREATE TABLE link_former_slug (
    account_id bigint NOT NULL,
    slug ${text} NOT NULL,
    link_id bigint NOT NULL,
    CONSTRAINT link_former_slug_key PRIMARY KEY (account_id, slug)
  ) ${clustered}`,
  sql`CREATE INDEX link_former_slug_link ON link_former_slug (account_id, link_id)`,

  sql`CREATE TABLE pixel (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    name ${text} NOT NULL,
    status bigint NOT NULL,
    pixel_id ${text} NOT NULL,
    pixel_type ${text} NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    CONSTRAINT pixel_key PRIMARY KEY (account_id, id)
  ) ${clustered}`,

  sql`CREATE TABLE upload (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    digest ${text} NOT NULL,
    kind ${text} NOT NULL,
    name ${text} NOT NULL,
    type ${text} NOT NULL,
    file ${text} NOT NULL,
    width integer,
    height integer,
    bytes bigint NOT NULL,
    files ${text} NOT NULL,
    state ${text} NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint NOT NULL,
    CONSTRAINT upload_key PRIMARY KEY (account_id, id)
  )`,
  sql`CREATE UNIQUE INDEX upload_digest ON upload (account_id, digest)`,

  sql`CREATE TABLE page_import (
    account_id bigint NOT NULL,
    started_at bigint NOT NULL,
    CONSTRAINT page_import_key PRIMARY KEY (account_id)
  )`,

  sql`CREATE TABLE trash (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    block_id bigint,
    deleted_at bigint NOT NULL,
    entries bigint NOT NULL,
    uploads ${text} NOT NULL,
    content ${text} NOT NULL,
    CONSTRAINT trash_key PRIMARY KEY (account_id, id)
  )`,
  sql`CREATE INDEX trash_oldest ON trash (account_id, deleted_at)`,

  sql`CREATE TABLE page_version (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    changed_at bigint NOT NULL,
    stored_at bigint NOT NULL,
    blocks bigint NOT NULL,
    items bigint NOT NULL,
    uploads ${text} NOT NULL,
    content ${text} NOT NULL,
    CONSTRAINT page_version_key PRIMARY KEY (account_id, id)
  )`,
  sql`CREATE INDEX page_version_oldest ON page_version (account_id, stored_at)`,

  sql`CREATE TABLE form_entry (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    block_id bigint NOT NULL,
    kind ${text} NOT NULL,
    fields ${text} NOT NULL,
    subscriber ${text},
    created_at bigint NOT NULL,
    CONSTRAINT form_entry_key PRIMARY KEY (account_id, id)
  )`,
  sql`CREATE INDEX form_entry_newest ON form_entry (account_id, block_id, created_at, id)`,
  sql`CREATE UNIQUE INDEX form_entry_subscriber ON form_entry (account_id, block_id, subscriber)`,

  sql`CREATE TABLE unconfirmed_entry (
    account_id bigint NOT NULL,
    id bigint NOT NULL,
    block_id bigint NOT NULL,
    fields ${text} NOT NULL,
    subscriber ${text} NOT NULL,
    created_at bigint NOT NULL,
    CONSTRAINT unconfirmed_entry_key PRIMARY KEY (account_id, id)
  ) ${clustered}`,
  sql`CREATE UNIQUE INDEX unconfirmed_entry_subscriber ON unconfirmed_entry (account_id, block_id, subscriber)`,

  sql`CREATE TABLE form_notice (
    account_id bigint NOT NULL,
    block_id bigint NOT NULL,
    entries_after bigint NOT NULL,
    due_at bigint,
    sent_at bigint,
    CONSTRAINT form_notice_key PRIMARY KEY (account_id, block_id)
  ) ${clustered}`,
  sql`CREATE INDEX form_notice_due ON form_notice (account_id, due_at) WHERE due_at IS NOT NULL`,
];
