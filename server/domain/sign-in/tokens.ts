// Tokens in links of messages: random, single-use, and stored as hashes.
import { hash, randomBytes } from 'node:crypto';
import { Refusal } from '../../../contract/errors.ts';
import type { Micros } from '../../../contract/time.ts';
import { deleteToken, findToken, insertToken } from '../../storage/accounts/auth-tokens.ts';
import type { Executor } from '../../storage/tables.ts';
import type { SignIn } from './index.ts';

/** The data of each kind of token. */
export interface TokenContents {
  'verify-email': { accountId: number; email: string };
  'reset-password': { accountId: number; state: string };
  'change-email': { accountId: number; email: string; oldEmail: string };
  'undo-email': { accountId: number; oldEmail: string };
  'sign-in': { accountId: number };
  'keep-account': { accountId: number };
}
export type TokenKind = keyof TokenContents;

export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** Returns the token, for a link. */
export async function issueToken<Kind extends TokenKind>(
  { store, clock }: Pick<SignIn, 'store' | 'clock'>,
  kind: Kind,
  contents: TokenContents[Kind],
  life: Micros,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const at = clock();
  const stored = { identifier: identifierOf(kind, token), value: JSON.stringify(contents) };
  await store.writeInstallation((tx) => insertToken(tx, store.dialect, stored, { at, expiresAt: at + life }));
  return token;
}

/** Reads the data of a token without using it up. */
export async function readToken<Kind extends TokenKind>(
  { store, clock }: Pick<SignIn, 'store' | 'clock'>,
  kind: Kind,
  token: string,
): Promise<TokenContents[Kind]> {
  const value = await findToken(store.read, store.dialect, identifierOf(kind, token), clock());
  if (value === undefined) throw invalidLink();
  return JSON.parse(value) as TokenContents[Kind];
}

/** Runs in the transaction of the change that the token allows, so that the change happens once. */
export async function spendToken(tx: Executor, kind: TokenKind, token: string): Promise<void> {
  if (!(await deleteToken(tx, identifierOf(kind, token)))) throw invalidLink();
}

export function invalidLink(): Refusal {
  const sentence = 'This link is not valid any more. Ask for a new one.';
  return new Refusal('invalid', sentence, { errors: { token: [sentence] } });
}

function identifierOf(kind: TokenKind, token: string): string {
  return `${kind}:${hashToken(token)}`;
}
