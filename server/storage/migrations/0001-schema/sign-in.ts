// Signing in: people, how they prove who they are, and where they are signed in. On a cluster all of it is on the
// coordinator, so that signing in needs no other server. The id of a person is that of their account.
import { sql } from 'kysely';
import type { SchemaForms } from '../../dialects/dialect.ts';

export const signInTables = ({ text, clustered }: SchemaForms) => [
  sql`CREATE TABLE person (
    person_id bigint NOT NULL PRIMARY KEY,
    email ${text} NOT NULL,
    generation bigint NOT NULL,
    address_id bigint NOT NULL,
    proven_id bigint,
    recovered_at bigint,
    is_active integer NOT NULL,
    suspension_reason ${text},
    language ${text},
    signed_in integer NOT NULL
  ) ${clustered}`,
  sql`CREATE UNIQUE INDEX person_email ON person (email)`,

  sql`CREATE TABLE credential (
    person_id bigint NOT NULL PRIMARY KEY,
    password_id bigint,
    password_hash ${text},
    totp_id bigint,
    totp_secret ${text},
    totp_confirmed integer NOT NULL,
    totp_added_at bigint NOT NULL,
    totp_used_step bigint NOT NULL,
    recovery_codes ${text} NOT NULL
  ) ${clustered}`,

  sql`CREATE TABLE session (
    id bigint NOT NULL PRIMARY KEY,
    person_id bigint NOT NULL,
    token_hash ${text} NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    fresh_at bigint NOT NULL,
    seen_at bigint NOT NULL,
    ip ${text} NOT NULL,
    agent ${text} NOT NULL,
    method ${text} NOT NULL
  ) ${clustered}`,
  sql`CREATE UNIQUE INDEX session_token ON session (token_hash)`,
  sql`CREATE INDEX session_person ON session (person_id)`,
  sql`CREATE INDEX session_end ON session (expires_at)`,

  sql`CREATE TABLE one_time_token (
    token_hash ${text} NOT NULL PRIMARY KEY,
    kind ${text} NOT NULL,
    person_id bigint,
    generation bigint,
    address_id bigint,
    contents ${text} NOT NULL,
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL
  ) ${clustered}`,
  sql`CREATE INDEX one_time_token_person ON one_time_token (person_id)`,
  sql`CREATE INDEX one_time_token_end ON one_time_token (expires_at)`,
  sql`CREATE INDEX one_time_token_address ON one_time_token (contents) WHERE kind = 'held-address'`,

  sql`CREATE TABLE identity (
    id bigint NOT NULL PRIMARY KEY,
    person_id bigint NOT NULL,
    issuer ${text} NOT NULL,
    subject ${text} NOT NULL,
    created_at bigint NOT NULL
  ) ${clustered}`,
  sql`CREATE UNIQUE INDEX identity_subject ON identity (issuer, subject)`,
  sql`CREATE INDEX identity_person ON identity (person_id)`,

  sql`CREATE TABLE passkey (
    id bigint NOT NULL PRIMARY KEY,
    person_id bigint NOT NULL,
    credential_id ${text} NOT NULL,
    public_key ${text} NOT NULL,
    counter bigint NOT NULL,
    multi_device integer NOT NULL,
    backed_up integer NOT NULL,
    transports ${text} NOT NULL,
    aaguid ${text} NOT NULL,
    name ${text} NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint
  ) ${clustered}`,
  sql`CREATE UNIQUE INDEX passkey_credential ON passkey (credential_id)`,
  sql`CREATE INDEX passkey_person ON passkey (person_id)`,

  sql`CREATE TABLE invitation (
    token_hash ${text} NOT NULL PRIMARY KEY,
    email ${text},
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
  ) ${clustered}`,
];
