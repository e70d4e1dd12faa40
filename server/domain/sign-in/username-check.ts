// Checks whether a new account can have a username, and suggests others.
import { randomBytes } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';
import { findUsername, isLookalike } from '../../storage/accounts/usernames.ts';
import type { Store } from '../../storage/store.ts';
import { usernameIn, usernameProblem } from '../accounts/usernames.ts';

export interface UsernameAnswer {
  username: string;
  problem: 'invalid' | 'reserved' | 'taken' | 'similar' | null;
  message: string | null;
}

export async function checkUsername({ read }: Pick<Store, 'read'>, given: string): Promise<UsernameAnswer> {
  const username = given.toLowerCase();
  const rule = usernameProblem(username);
  if (rule) return { username, problem: usernameIn(username) === undefined ? 'invalid' : 'reserved', message: rule };
  if (await findUsername(read, username)) {
    return { username, problem: 'taken', message: `The username "${username}" is taken.` };
  }
  if (await isLookalike(read, username)) {
    return { username, problem: 'similar', message: `The username "${username}" is too similar to an existing one.` };
  }
  return { username, problem: null, message: null };
}

const MAX_SUGGESTIONS = 3;

/** Free usernames similar to this one. */
export async function suggestUsernames(store: Pick<Store, 'read'>, given: string): Promise<string[]> {
  const base = given
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
    .slice(0, 20);
  if (base === '') return [];
  const free: string[] = [];
  for (const candidate of [base, `${base}-page`, `the-${base}`, `${base}-links`, `hey-${base}`, `${base}-here`]) {
    if (candidate === given) continue;
    const { problem } = await checkUsername(store, candidate);
    if (problem === null) free.push(candidate);
    if (free.length === MAX_SUGGESTIONS) break;
  }
  return free;
}

/** A free username for somebody who did not choose one. Only the start of a long text counts: `normalize` is quadratic. */
export async function freeUsername(store: Pick<Store, 'read'>, given: string): Promise<string> {
  const start = given.slice(0, limits.email);
  const [first] = await suggestUsernames(store, start.normalize('NFKD').replace(/\p{M}/gu, ''));
  if (first !== undefined) return first;
  return `user-${randomBytes(5).toString('hex')}`;
}
