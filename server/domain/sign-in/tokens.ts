// Tokens in links of messages, and of sign-ins that wait for a second factor: random, single-use, and stored as hashes.
// Each is valid as long as its account is not recovered.
import { hash, randomBytes } from 'node:crypto';
import { ApiError } from '../../../contract/errors.ts';
import type { Micros } from '../../../contract/time.ts';
import { deleteToken, findToken, insertToken, type TokenOwner } from '../../storage/accounts/auth-tokens.ts';
import type { StoredTwoFactor } from '../../storage/accounts/two-factor.ts';
import type { Executor } from '../../storage/tables.ts';
import type { SignInContext } from './context.ts';

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
    twoFactor?: StoredTwoFactor | undefined;
  };
  'sign-in': { isRecovery: boolean };
  'keep-account': Record<never, never>;
  'second-factor': { state: string };
  /** No secret: the address takes the place of the token. */
  'held-address': Record<never, never>;
}
export type TokenKind = keyof TokenContents;

type Context = Pick<SignInContext, 'store' | 'clock'>;

export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** Returns the token, for a link. */
export function issueToken<Kind extends TokenKind>(
  context: Context,
  kind: Kind,
  owner: TokenOwner,
  contents: TokenContents[Kind],
  life: Micros,
): Promise<string> {
  return context.store.writeInstallation((tx) => issueTokenIn(tx, context, kind, owner, contents, life));
}

/** The same in the transaction of what it is about. */
export async function issueTokenIn<Kind extends TokenKind>(
  tx: Executor,
  context: Context,
  kind: Kind,
  owner: TokenOwner,
  contents: TokenContents[Kind],
  life: Micros,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  await storeTokenIn(tx, context, kind, token, owner, contents, life);
  return token;
}

/** For a token that is made elsewhere. */
export async function storeTokenIn<Kind extends TokenKind>(
  tx: Executor,
  { store, clock }: Context,
  kind: Kind,
  token: string,
  { accountId, generation, addressId }: TokenOwner,
  contents: TokenContents[Kind],
  life: Micros,
): Promise<void> {
  const at = clock();
  const stored = { identifier: identifierOf(kind, token), value: JSON.stringify(contents) };
  const owner = { accountId, generation, addressId };
  await insertToken(tx, store.dialect, owner, stored, { at, expiresAt: at + life });
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
  const found = await findToken(store.read, store.dialect, identifierOf(kind, token), clock());
  if (!found) return undefined;
  const { accountId, generation } = found;
  return { ...(JSON.parse(found.value) as TokenContents[Kind]), accountId, generation };
}

/** Runs in the transaction of the change that the token allows, so that the change happens once. The account is held. */
export async function spendToken(tx: Executor, kind: TokenKind, token: string): Promise<void> {
  if (!(await trySpend(tx, kind, token))) throw invalidLink();
}

/** Returns false if the token is not valid any more. */
export function trySpend(tx: Executor, kind: TokenKind, token: string): Promise<boolean> {
  return deleteToken(tx, identifierOf(kind, token));
}

/**
 * Nobody else can sign up with the address as long as a link may restore it. The row lives and dies like that link: with a
 * recovery through the address, by the operator, or when its time is over.
 */
export async function holdAddress(
  tx: Executor,
  { store, clock }: Context,
  owner: TokenOwner,
  email: string,
  life: Micros,
): Promise<void> {
  const at = clock();
  const stored = { identifier: identifierOf('held-address', email), value: '{}' };
  await insertToken(tx, store.dialect, owner, stored, { at, expiresAt: at + life });
}

export async function isAddressHeld(db: Executor, { store, clock }: Context, email: string): Promise<boolean> {
  return (await findToken(db, store.dialect, identifierOf('held-address', email), clock())) !== undefined;
}

export function invalidLink(): ApiError {
  const sentence = 'This link is not valid any more. Ask for a new one.';
  return new ApiError('invalid', sentence, { errors: { token: [sentence] } });
}

function identifierOf(kind: TokenKind, token: string): string {
  return `${kind}:${hashToken(token)}`;
}
