// The plugin for passkeys. It requests user verification (a PIN or a biometric check) but accepts passkeys without it. We
// require it, because a passkey replaces the password and the second factor. The plugin does not read sessions: our routes
// tell it which account adds a passkey.
import { getAuthenticatorName, passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { findAccount } from '../../../storage/accounts/accounts.ts';
import type { Store } from '../../../storage/store.ts';

/** The account that adds a passkey, in the headers that our routes pass on. */
export const ACCOUNT_HEADER = 'x-fingerpost-account';
const USER_NOT_VERIFIED = 'USER_NOT_VERIFIED';
const OTHER_ACCOUNT = 'OTHER_ACCOUNT';

export function passkeyPlugin(store: Store, dashboardUrl: string) {
  return passkey({
    rpID: new URL(dashboardUrl).hostname,
    rpName: 'Fingerpost',
    origin: dashboardUrl,
    schema: { passkey: { modelName: 'auth_passkey' } },
    // Resident: people sign in without typing a username.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      requireSession: false,
      async resolveUser({ context }) {
        const account = await findAccount(store.read, Number(context));
        if (!account) throw new APIError('NOT_FOUND');
        return { id: String(account.account_id), name: account.email, displayName: account.username };
      },
      afterVerification({ ctx, verification: { registrationInfo }, user }) {
        if (ctx.headers?.get(ACCOUNT_HEADER) !== user.id) throw refused(OTHER_ACCOUNT);
        if (!registrationInfo?.userVerified) throw refused(USER_NOT_VERIFIED);
        return { name: getAuthenticatorName(registrationInfo.aaguid) ?? 'Passkey' };
      },
    },
    authentication: {
      afterVerification({ verification: { authenticationInfo } }) {
        if (!authenticationInfo.userVerified) throw refused(USER_NOT_VERIFIED);
      },
    },
  });
}

function refused(code: string): APIError {
  return new APIError('BAD_REQUEST', { code, message: code });
}
