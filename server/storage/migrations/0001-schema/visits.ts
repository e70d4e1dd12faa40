// Visits: counts, single ones, and who is not counted. Tables whose rows may be long are not clustered.
import { sql } from 'kysely';
import type { SchemaForms } from '../../dialects/dialect.ts';

export const visitTables = ({ text, clustered, uncompressed }: SchemaForms) => [
  sql`CREATE TABLE visit_salt (day ${text} NOT NULL PRIMARY KEY, salt ${text} NOT NULL)`,

  sql`CREATE TABLE visit_folded (
    lane bigint NOT NULL,
    writer ${text} NOT NULL,
    last_seq bigint NOT NULL,
    last_at bigint NOT NULL,
    CONSTRAINT visit_folded_key PRIMARY KEY (lane, writer)
  ) ${clustered}`,

  sql`CREATE TABLE visit_seen (
    account_id bigint NOT NULL,
    day ${text} NOT NULL,
    target_id bigint NOT NULL,
    visitor ${text} NOT NULL,
    source ${text} NOT NULL,
    CONSTRAINT visit_seen_key PRIMARY KEY (account_id, day, target_id, visitor)
  ) ${clustered}`,
  // The condition is in the index as well: SQLite would otherwise read the table, by its primary key.
  sql`CREATE INDEX visit_seen_source ON visit_seen (account_id, day, (source <> '')) WHERE source <> ''`,

  sql`CREATE TABLE page_edition (
    account_id bigint NOT NULL,
    edition ${text} NOT NULL,
    links ${text} NOT NULL,
    made_at bigint NOT NULL,
    CONSTRAINT page_edition_key PRIMARY KEY (account_id, edition)
  ) ${clustered}`,

  sql`CREATE TABLE visit_fresh (
    account_id bigint NOT NULL,
    target_id bigint NOT NULL,
    bucket bigint NOT NULL,
    counts ${text} NOT NULL,
    events ${text} NOT NULL,
    CONSTRAINT visit_fresh_key PRIMARY KEY (account_id, target_id, bucket)
  ) ${clustered}`,

  sql`CREATE TABLE visit_total (
    account_id bigint NOT NULL,
    target_id bigint NOT NULL,
    dimension ${text} NOT NULL,
    key ${text} NOT NULL,
    visits bigint NOT NULL,
    uniques bigint NOT NULL,
    CONSTRAINT visit_total_key PRIMARY KEY (account_id, target_id, dimension, key)
  ) ${clustered}`,

  sql`CREATE TABLE visit_period (
    account_id bigint NOT NULL,
    target_id bigint NOT NULL,
    dimension ${text} NOT NULL,
    tier bigint NOT NULL,
    start bigint NOT NULL,
    counts ${text} NOT NULL,
    CONSTRAINT visit_period_key PRIMARY KEY (account_id, target_id, dimension, tier, start)
  )`,

  sql`CREATE TABLE visit_event (
    account_id bigint NOT NULL,
    at bigint NOT NULL,
    target_id bigint NOT NULL,
    until bigint NOT NULL,
    count bigint NOT NULL,
    events ${text} NOT NULL,
    CONSTRAINT visit_event_key PRIMARY KEY (account_id, at, target_id)
  ) ${clustered}`,

  sql`CREATE TABLE visit_event_count (
    account_id bigint NOT NULL,
    target_id bigint NOT NULL,
    length bigint NOT NULL,
    start bigint NOT NULL,
    count bigint NOT NULL,
    loose bigint NOT NULL,
    CONSTRAINT visit_event_count_key PRIMARY KEY (account_id, target_id, length, start)
  ) ${clustered}`,
  // Finds the days with enough visits that are not in segments yet.
  sql`CREATE INDEX visit_event_loose ON visit_event_count (account_id, target_id, start) WHERE loose >= 64`,

  sql`CREATE TABLE visit_segment (
    account_id bigint NOT NULL,
    target_id bigint NOT NULL,
    part bigint NOT NULL,
    day bigint NOT NULL,
    number bigint NOT NULL,
    first bigint NOT NULL,
    until bigint NOT NULL,
    count bigint NOT NULL,
    keys ${text} NOT NULL,
    data ${text} NOT NULL,
    CONSTRAINT visit_segment_key PRIMARY KEY (account_id, target_id, part, day, number)
  )`,
  ...uncompressed('visit_segment', 'data'),

  sql`CREATE TABLE visit_exclusion (
    account_id bigint NOT NULL PRIMARY KEY,
    token ${text} NOT NULL,
    dashboard bigint NOT NULL,
    created_at bigint NOT NULL
  ) ${clustered}`,

  sql`CREATE TABLE visit_exclusion_lookup (
    token ${text} NOT NULL PRIMARY KEY,
    account_id bigint NOT NULL
  ) ${clustered}`,
  sql`CREATE INDEX visit_exclusion_lookup_account ON visit_exclusion_lookup (account_id)`,
];
