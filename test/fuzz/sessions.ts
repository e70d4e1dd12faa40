// People with sessions, for the requests to the dashboard.
import { suspendAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import type { Api } from '../support/api.ts';
import { register, signedInByLink } from '../support/signed-in.ts';
import { type FuzzRequest, type Sessions, WANDERER } from './plans.ts';

const DAY = 24 * 3600 * 1_000_000;
/** Of requests that may have ended the session. */
const ENDS = /\/(sign-out|sessions|password|reset|undo|account)\b/;

export async function openSessions(api: Api, own: { id: number }): Promise<Sessions> {
  const suspended = await register(api, 'suspended-person');
  const cookieOf = async (account: { id: number }) => (await signedInByLink(api, account)).cookieHeader();
  const ended = await signedInByLink(api, own);
  const dead = [ended.cookieHeader(), forged()];
  await ended.call('POST /auth/sign-out');
  api.clock.now -= 31 * DAY;
  dead.push(await cookieOf(own));
  api.clock.now += 31 * DAY;
  dead.push(await cookieOf(suspended));
  await suspendAccount(api.store, suspended.id, commandLine, api.clock.now);
  return { own: await cookieOf(own), dead };
}

function forged(): string {
  return `fingerpost.session=${'x'.repeat(43)}`;
}

export interface Wanderer {
  /** The request with a session that is valid now. */
  signedIn(request: FuzzRequest): Promise<FuzzRequest>;
  /** Call after each request: it may have ended the session. */
  done(request: FuzzRequest): void;
}

/** Somebody whose sessions, passwords and keys come and go. */
export async function createWanderer(api: Api): Promise<Wanderer> {
  const account = await register(api, 'wanderer');
  let cookie: Promise<string> | undefined;
  return {
    async signedIn(request) {
      cookie ??= signedInByLink(api, account).then((browser) => browser.cookieHeader());
      const own = await cookie;
      const headers = request.headers.map(([name, value]): [string, string] => [name, value.replace(WANDERER, own)]);
      return { ...request, headers };
    },
    done({ method, url }) {
      if (method !== 'GET' && ENDS.test(url)) cookie = undefined;
    },
  };
}
