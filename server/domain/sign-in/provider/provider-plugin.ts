// The plugin for OpenID Connect. It reads who the provider says is signing in, and creates accounts if that is allowed.
import { AsyncLocalStorage } from 'node:async_hooks';
import { APIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { limits } from '../../../../contract/limits.ts';
import type { Clock } from '../../../clock.ts';
import { findAccountIdByEmail } from '../../../storage/accounts/accounts.ts';
import { hasProviderAccount } from '../../../storage/accounts/credentials.ts';
import { findInvitationOf, useUpInvitation } from '../../../storage/accounts/invitations.ts';
import type { Store } from '../../../storage/store.ts';
import { createAccount } from '../../accounts/accounts.ts';
import type { Actor } from '../../accounts/actor.ts';
import { logActivity } from '../../activity/activity.ts';
import { cleanText } from '../../text.ts';
import { freeUsername } from '../username-check.ts';
import { identityAt, PROVIDER, type ProviderSetup } from './provider.ts';
import { fetchJson } from './provider-metadata.ts';

interface PluginOptions extends ProviderSetup {
  store: Store;
  clock: Clock;
  signup: 'open' | 'invite' | 'closed';
}

interface Claims {
  sub: string;
  email: string;
  isEmailVerified: boolean;
  name: string | undefined;
  username: string | undefined;
}

interface Callback {
  /** Who sent the request. */
  actor: Actor;
  /** True if an account was created. */
  isNew: boolean;
}

/** The current callback request. better-auth does not pass it to the functions below. */
export const currentCallback = new AsyncLocalStorage<Callback>();

export function providerPlugin({ store, clock, signup, metadata, issuer, ...settings }: PluginOptions) {
  const { discoveryUrl, authentication } = metadata;
  return genericOAuth({
    config: [
      {
        providerId: PROVIDER,
        name: settings.name,
        clientId: settings.clientId,
        clientSecret: settings.clientSecret,
        discoveryUrl,
        authentication,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        accountSubject: ({ profile }) => identityAt(issuer, String(profile.sub)),
        async getUserInfo({ idToken, accessToken }) {
          // better-auth has verified its signature and nonce.
          if (idToken === undefined) return null;
          const claims = await claimsOf(idToken, accessToken);
          await admit(claims);
          const { sub, email, isEmailVerified, name } = claims;
          return { id: sub, sub, email, emailVerified: isEmailVerified, name: name ?? '' } as never;
        },
      },
    ],
  });

  /** Some providers have the e-mail address in the ID token, others at the userinfo endpoint. */
  async function claimsOf(idToken: string, accessToken: string | undefined): Promise<Claims> {
    let claims = JSON.parse(Buffer.from(idToken.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
    if (claims.email === undefined && metadata.userInfoUrl !== undefined && accessToken !== undefined) {
      const more = await fetchJson(metadata.userInfoUrl, { authorization: `Bearer ${accessToken}` });
      if (more.sub !== claims.sub) throw refused('OTHER_SUBJECT');
      claims = { ...more, ...claims };
    }
    const { sub, email } = claims;
    if (typeof sub !== 'string' || typeof email !== 'string' || !/^[^\s@]+@[^\s@]+$/.test(email)) {
      throw refused('EMAIL_MISSING');
    }
    const isEmailVerified = claims.email_verified === true || claims.email_verified === 'true';
    const text = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);
    const username = text(claims.preferred_username);
    return { sub, email: email.toLowerCase(), isEmailVerified, name: text(claims.name), username };
  }

  /** better-auth links the account that has the verified address. If there is none, creates one if that is allowed. */
  async function admit({ sub, email, isEmailVerified, name, username }: Claims): Promise<void> {
    if (await hasProviderAccount(store.read, PROVIDER, identityAt(issuer, sub))) return;
    if (!isEmailVerified) throw refused('EMAIL_NOT_VERIFIED');
    if ((await findAccountIdByEmail(store.read, email)) !== undefined) return;
    const at = clock();
    const invitation = signup === 'open' ? undefined : await findInvitationOf(store.read, email, at);
    if (signup !== 'open' && !invitation) throw refused('SIGNUP_CLOSED');
    const [local] = (username ?? email).split('@');
    const callback = currentCallback.getStore()!;
    const shown = cleanText(name?.slice(0, limits.personName) ?? '', { least: 1, most: limits.personName });
    const request = { username: await freeUsername(store, local!), email, name: shown };
    await createAccount(store, request, callback.actor, at, {
      isEmailVerified: true,
      within: async (tx) => {
        if (invitation && !(await useUpInvitation(tx, invitation.token_hash, at))) throw refused('SIGNUP_CLOSED');
      },
    });
    callback.isNew = true;
  }
}

/** For the activity log: from now on, the provider can sign in to this account. */
export async function recordLink(
  { store, clock, name }: Pick<PluginOptions, 'store' | 'clock' | 'name'>,
  accountId: number,
): Promise<void> {
  const { actor } = currentCallback.getStore()!;
  const subject = { kind: 'account', id: accountId } as const;
  const event = { type: 'provider_linked', subject, message: `Sign-in with ${name} was linked.`, at: clock() } as const;
  await store.write(accountId, (tx) => logActivity(tx, store.dialect, accountId, actor, event));
}

function refused(code: string): APIError {
  return new APIError('FORBIDDEN', { code, message: code });
}
