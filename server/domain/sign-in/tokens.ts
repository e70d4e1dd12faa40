// Tokens that work once: in links of messages, and in cookies of sign-ins that have begun. Random, and stored as hashes.
// Each is valid as long as its account is not recovered.
import { hash, randomBytes } from 'node:crypto';
import { ApiError } from '../../../contract/errors.ts';
import type { Micros } from '../../../contract/time.ts';
import type { TwoFactor } from '../../storage/people/credentials.ts';
import * as stored from '../../storage/people/one-time-tokens.ts';
import type { TokenOwner } from '../../storage/people/one-time-tokens.ts';
import type { Executor } from '../../storage/tables.ts';
import { hashToken } from '../accounts/token-format.ts';
import type { SignIn } from './index.ts';

/** The data of each kind of token. */
export interface TokenContents {
  'verify-email': { addressId: number };
  'reset-password': { addressId: number; state: string };
  'change-email': { addressId: number; email: string };
  undo: {
    /** The address that the link was sent to. */
    email: string;
    addressId: number;
    /** The change, and what was added after it, have ids from this one on. */
    since: number;
    /** The second factor that was removed. */
    twoFactor?: TwoFactor | undefined;
  };
  'sign-in': { isRecovery: boolean };
  'keep-account': Record<never, never>;
  'second-factor': PendingBasis;
  'new-passkey': { challenge: string };
  'passkey-challenge': { challenge: string };
  provider: { state: string; nonce: string; verifier: string; returnTo: string };
  /** Nobody has the token. The address is a hash. */
  'held-address': { address: string };
}
export type TokenKind = keyof TokenContents;

/** What a sign-in that waits for a second factor is based on: a password, or somebody at the provider. */
export type PendingBasis = { passwordState: string } | { issuer: string; subject: string; isLinked: boolean };

/** The account of a token that was made before anybody knew whose it is. No account has it. */
const NOBODY = 0;

type Context = Pick<SignIn, 'store' | 'clock'>;

/** Changes with the password. Undefined stands for an account without one. */
export function passwordState(passwordHash: string | null | undefined): string {
  return hash('sha256', passwordHash ?? '', 'base64url');
}

/** In the transaction of what it is about. Returns the token, which is random unless it is made elsewhere. */
export async function issueToken<Kind extends TokenKind>(
  tx: Executor,
  { clock }: Pick<Context, 'clock'>,
  kind: Kind,
  owner: TokenOwner | null,
  contents: TokenContents[Kind],
  life: Micros,
  token = randomBytes(24).toString('base64url'),
): Promise<string> {
  const created_at = clock();
  await stored.insertToken(tx, {
    token_hash: hashToken(token),
    kind,
    person_id: owner?.accountId ?? null,
    generation: owner?.generation ?? null,
    address_id: owner?.addressId ?? null,
    contents: JSON.stringify(contents),
    expires_at: created_at + life,
    created_at,
  });
  return token;
}

/** Reads the data of a token without using it up. */
export async function readToken<Kind extends TokenKind>(
  context: Context,
  kind: Kind,
  token: string,
): Promise<TokenContents[Kind] & TokenOwner> {
  const found = await findValidToken(context, kind, token);
  if (!found) throw invalidLink();
  return found;
}

/** The same, or undefined. */
export async function findValidToken<Kind extends TokenKind>(
  { store, clock }: Context,
  kind: Kind,
  token: string,
): Promise<(TokenContents[Kind] & TokenOwner) | undefined> {
  if (token === '') return undefined;
  const found = await stored.findToken(store.read, kind, hashToken(token), clock());
  if (!found) return undefined;
  const owner = { accountId: found.person_id ?? NOBODY, generation: found.generation ?? 0 };
  return { ...(JSON.parse(found.contents) as TokenContents[Kind]), ...owner };
}

/** Runs in the transaction of the change that the token allows, so that the change happens once. The person is held. */
export async function spendToken(tx: Executor, kind: TokenKind, token: string): Promise<void> {
  if (!(await trySpend(tx, kind, token))) throw invalidLink();
}

/** Returns false if the token is not valid any more. */
export function trySpend(tx: Executor, kind: TokenKind, token: string): Promise<boolean> {
  return stored.deleteToken(tx, kind, hashToken(token));
}

/**
 * Nobody else can sign up with the address as long as a link may restore it. The row lives and dies like that link: with a
 * recovery through the address, by the operator, or when its time is over.
 */
export async function holdAddress(
  tx: Executor,
  context: Pick<Context, 'clock'>,
  owner: TokenOwner,
  email: string,
  life: Micros,
): Promise<void> {
  await issueToken(tx, context, 'held-address', owner, { address: hashToken(email) }, life);
}

export function isAddressHeld(db: Executor, { clock }: Pick<Context, 'clock'>, email: string): Promise<boolean> {
  return stored.isAddressHeld(db, JSON.stringify({ address: hashToken(email) }), clock());
}

export function invalidLink(): ApiError {
  const sentence = 'This link is not valid any more. Ask for a new one.';
  return new ApiError('invalid', sentence, { errors: { token: [sentence] } });
}
