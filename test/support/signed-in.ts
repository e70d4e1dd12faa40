// An account with a password, and browsers that are signed in to it.
import assert from 'node:assert/strict';
import { createAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { issueSignInLink } from '../../server/domain/sign-in/sign-in-links.ts';
import type { Api } from './api.ts';
import { type Browser, openBrowser, PASSWORD } from './browser-session.ts';
import { quickHash } from './quick-passwords.ts';

export interface Member {
  id: number;
  username: string;
  email: string;
}

export async function register(api: Api, username: string): Promise<Member> {
  const email = `${username}@example.com`;
  const request = { username, email, passwordHash: quickHash(PASSWORD) };
  return { id: await createAccount(api.store, request, commandLine, api.clock.now), username, email };
}

export async function signedIn(api: Api, { email }: Pick<Member, 'email'>): Promise<Browser> {
  const browser = openBrowser(api);
  const answer = await browser.call('POST /auth/sign-in', { json: { email, password: PASSWORD } });
  assert.equal(answer.body.response?.signed_in, true, answer.text);
  return browser;
}

/** The token of a link by which somebody signs in to any account. Unlike those of the operator, it is no recovery. */
export async function linkToken(
  { store, clock }: Api,
  { id }: Pick<Member, 'id'>,
  options = { isRecovery: false },
): Promise<string> {
  const origins = { dashboard: () => '', dashboardLink: (path: string) => path };
  const link = await issueSignInLink({ store, clock: () => clock.now, origins }, id, options);
  return new URLSearchParams(link.split('?')[1]).get('token')!;
}

export async function signedInByLink(api: Api, account: Pick<Member, 'id'>): Promise<Browser> {
  const browser = openBrowser(api);
  const answer = await browser.call('POST /auth/sign-in/link', { json: { token: await linkToken(api, account) } });
  assert.equal(answer.body.response?.signed_in, true, answer.text);
  return browser;
}
