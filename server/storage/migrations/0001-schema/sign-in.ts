// Signing in. better-auth names the tables and columns of most; the id of an account is that of its user.
import { sql } from 'kysely';
import type { SchemaForms } from '../../dialects/dialect.ts';

export function signInTables({ text, clustered, authId, authFlag, authInstant }: SchemaForms) {
  const ofUser = sql`"userId" bigint NOT NULL REFERENCES auth_user (id) ON DELETE CASCADE`;
  const dated = sql`"createdAt" ${authInstant} NOT NULL, "updatedAt" ${authInstant} NOT NULL`;
  return [
    sql`CREATE TABLE auth_user (
      id ${authId} NOT NULL PRIMARY KEY,
      name text NOT NULL,
      email text NOT NULL UNIQUE,
      "emailVerified" ${authFlag} NOT NULL,
      image text,
      "twoFactorEnabled" ${authFlag},
      generation bigint NOT NULL DEFAULT 0,
      "addressId" bigint NOT NULL DEFAULT 0,
      "provenId" bigint,
      "recoveredAt" bigint,
      ${dated}
    )`,

    sql`CREATE TABLE auth_session (
      id ${authId} NOT NULL PRIMARY KEY,
      ${ofUser},
      token text NOT NULL UNIQUE,
      "expiresAt" ${authInstant} NOT NULL,
      "ipAddress" text,
      "userAgent" text,
      "freshAt" bigint NOT NULL DEFAULT 0,
      "seenAt" bigint NOT NULL DEFAULT 0,
      ${dated}
    )`,
    sql`CREATE INDEX "auth_session_userId_idx" ON auth_session ("userId")`,

    sql`CREATE TABLE auth_account (
      id ${authId} NOT NULL PRIMARY KEY,
      ${ofUser},
      "accountId" text NOT NULL,
      "providerId" text NOT NULL,
      "accessToken" text,
      "refreshToken" text,
      "idToken" text,
      "accessTokenExpiresAt" ${authInstant},
      "refreshTokenExpiresAt" ${authInstant},
      scope text,
      password text,
      ${dated}
    )`,
    sql`CREATE INDEX "auth_account_userId_idx" ON auth_account ("userId")`,

    sql`CREATE TABLE auth_verification (
      id ${authId} NOT NULL PRIMARY KEY,
      identifier text NOT NULL,
      value text NOT NULL,
      "expiresAt" ${authInstant} NOT NULL,
      "accountId" bigint,
      generation bigint,
      "addressId" bigint,
      ${dated}
    )`,
    sql`CREATE INDEX "auth_verification_identifier_idx" ON auth_verification (identifier)`,
    sql`CREATE INDEX "auth_verification_accountId_idx" ON auth_verification ("accountId")`,

    sql`CREATE TABLE auth_two_factor (
      id ${authId} NOT NULL PRIMARY KEY,
      ${ofUser},
      secret text NOT NULL,
      "backupCodes" text NOT NULL,
      verified ${authFlag},
      "failedVerificationCount" integer,
      "lockedUntil" ${authInstant},
      "usedStep" bigint NOT NULL DEFAULT 0,
      "addedAt" bigint NOT NULL DEFAULT 0
    )`,
    sql`CREATE INDEX "auth_two_factor_userId_idx" ON auth_two_factor ("userId")`,

    sql`CREATE TABLE auth_passkey (
      id ${authId} NOT NULL PRIMARY KEY,
      ${ofUser},
      name text,
      "publicKey" text NOT NULL,
      "credentialID" text NOT NULL UNIQUE,
      counter bigint NOT NULL,
      "deviceType" text NOT NULL,
      "backedUp" ${authFlag} NOT NULL,
      transports text,
      "createdAt" ${authInstant},
      aaguid text,
      "usedAt" bigint
    )`,
    sql`CREATE INDEX "auth_passkey_userId_idx" ON auth_passkey ("userId")`,

    sql`CREATE TABLE invitation (
      token_hash ${text} NOT NULL PRIMARY KEY,
      email ${text},
      created_at bigint NOT NULL,
      expires_at bigint NOT NULL,
      used_at bigint
    ) ${clustered}`,
  ];
}
