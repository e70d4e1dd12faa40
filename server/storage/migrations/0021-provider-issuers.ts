// An identity at an OpenID Connect provider is stored as "issuer subject". Identities of before name the subject alone: their
// issuer is unknown and stays empty, so that they sign nobody in.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

export async function providerIssuers(db: Kysely<Tables>): Promise<void> {
  await sql`UPDATE auth_account SET "accountId" = ' ' || "accountId" WHERE "providerId" = 'oidc'`.execute(db);
}
