// Whose an account is: how often it was recovered, and since when its address is proven. Ids tell what came first: clocks
// of processes differ, and several changes may share a microsecond.
import type { Micros } from '../../../contract/time.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Executor } from '../tables.ts';

export interface Ownership {
  accountId: number;
  email: string;
  /** How often the account was recovered. Tokens and known browsers of an earlier generation are not valid. */
  generation: number;
  /** The id that the address got when it took effect: later addresses of the account have greater ones. */
  addressId: number;
  /** Ids up to this one were given out before an address of the account was first proven. Null: none ever was. */
  provenId: number | null;
  /** The last recovery, until its owner has reviewed what the account has. */
  recoveredAt: Micros | null;
}

export async function readOwnership(db: Executor, accountId: number): Promise<Ownership | undefined> {
  return selected(db).where('id', '=', accountId).executeTakeFirst();
}

/** Looks up an e-mail address across all accounts. */
export async function findOwnerOf(db: Executor, email: string): Promise<Ownership | undefined> {
  return selected(db).where('email', '=', email).executeTakeFirst();
}

function selected(db: Executor) {
  return db
    .selectFrom('auth_user')
    .select(['id as accountId', 'email', 'generation', 'addressId', 'provenId', 'recoveredAt']);
}

export async function setOwnership(
  db: Executor,
  accountId: number,
  values: Partial<Pick<Ownership, 'generation' | 'recoveredAt'>>,
): Promise<void> {
  await db.updateTable('auth_user').set(values).where('id', '=', accountId).execute();
}

export interface ProvenAddress {
  email: string;
  addressId: number;
  provenId: number;
}

/** Of the account and of its sign-in, in one transaction. Fails as a duplicate if another account has the address. */
export async function setProvenAddress(
  db: Executor,
  dialect: Dialect,
  accountId: number,
  address: ProvenAddress,
  at: Micros,
): Promise<void> {
  await db
    .updateTable('auth_user')
    .set({ ...address, emailVerified: dialect.authFlag(true), updatedAt: dialect.authInstant(at) })
    .where('id', '=', accountId)
    .execute();
  await db
    .updateTable('account')
    .set({ email: address.email, pending_email: null })
    .where('account_id', '=', accountId)
    .execute();
}
