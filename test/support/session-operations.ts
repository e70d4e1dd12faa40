// Valid requests for the operations that only somebody with a session can call, by an account with something for each.
import assert from 'node:assert/strict';
import type { Api } from './api.ts';
import { makePasskey } from './authenticator.ts';
import type { Browser } from './browser-session.ts';
import type { Operation } from './openapi.ts';
import { signedInByLink } from './signed-in.ts';
import { totpCode } from './totp.ts';

const PASSWORD = 'correct horse battery staple';
const DASHBOARD = { origin: 'http://localhost:3001', rpId: 'localhost' };

export interface SessionOwner {
  browser: Browser;
  /** The bodies by operation. The order is one in which all of them succeed. */
  bodies: Record<string, object | undefined>;
  /** What `{id}` is in these paths. */
  ids: { sessions: number; passkeys: number; keys: number };
}

export async function prepareSessionOwner(api: Api, account: { id: number; username: string }): Promise<SessionOwner> {
  const browser = await signedInByLink(api, account);
  const answered = async (request: string, json?: object) => {
    const { status, text, body } = await browser.call(request, json ? { json } : {});
    assert.equal(status, 200, text);
    return body.response;
  };
  await answered('POST /account/password', { password: PASSWORD });
  const credential = async () => {
    const { challenge } = await answered('POST /passkeys/options');
    return makePasskey({ challenge, ...DASHBOARD }).credential;
  };
  const { id: passkeys } = await answered('POST /passkeys', { name: 'Laptop', credential: await credential() });
  await signedInByLink(api, account);
  const all: { id: number; current: boolean }[] = await answered('GET /sessions');
  const { id: keys } = await api.keyFor(account);
  const { secret } = await answered('POST /two-factor');
  const bodies = {
    getAccountSecurity: undefined,
    getRecoveryReview: undefined,
    finishRecoveryReview: undefined,
    getAccountExport: undefined,
    startAccountExport: undefined,
    listSessions: undefined,
    listPasskeys: undefined,
    deleteSession: undefined,
    addPasskey: { name: 'Phone', credential: await credential() },
    editPasskey: { name: 'Taken over' },
    deletePasskey: undefined,
    startPasskey: undefined,
    resendVerification: undefined,
    changeEmail: { email: 'taken-over@example.com' },
    changePassword: { password: 'taken over by somebody' },
    reauthenticate: { password: 'taken over by somebody' },
    createKey: { name: 'Taken over', scope: 'write' },
    deleteKey: undefined,
    confirmTwoFactor: { code: totpCode(secret, api.clock.now) },
    replaceRecoveryCodes: undefined,
    deleteTwoFactor: undefined,
    removeReviewed: { kind: 'share' },
    startTwoFactor: undefined,
    deleteOtherSessions: undefined,
    deleteAccount: { username: account.username },
    cancelAccountDeletion: undefined,
    signOut: undefined,
  };
  return { browser, bodies, ids: { sessions: all.find(({ current }) => !current)!.id, passkeys, keys } };
}

/** An alias has the request of the original. */
export function bodyOf({ bodies }: SessionOwner, { operationId, 'x-alias-of': id = operationId }: Operation) {
  assert.ok(id in bodies, `${operationId} is not in test/support/session-operations.ts`);
  return bodies[id];
}

export function pathOf({ ids }: SessionOwner, path: string): string {
  return path.replace('{id}', String(ids[path.split('/')[1] as keyof SessionOwner['ids']]));
}
