// The plugin for OpenID Connect. It reads who the provider says is signing in, and creates accounts if that is allowed.
import { APIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { limits } from '../../../../contract/limits.ts';
import { findProviderOwner } from '../../../storage/accounts/credentials.ts';
import { findInvitationOf, useUpInvitation } from '../../../storage/accounts/invitations.ts';
import { findOwnerOf, readOwnership } from '../../../storage/accounts/ownership.ts';
import type { Store } from '../../../storage/store.ts';
import type { Clock } from '../../../system/clock.ts';
import { createAccount } from '../../accounts/accounts.ts';
import { cleanText } from '../../text.ts';
import { freeUsername } from '../username-check.ts';
import { currentCallback, recoverUnproven } from './provider-account.ts';
import { fetchJson } from './provider-metadata.ts';
import { identityAt, PROVIDER, type ProviderSetup } from './provider-settings.ts';

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

  /**
   * better-auth links the account that has the verified address. If nobody has proven that the address is theirs, somebody
   * else may have signed up with it: then the account is recovered first. If there is no account, creates one if allowed.
   */
  async function admit({ sub, email, isEmailVerified, name, username }: Claims): Promise<void> {
    const callback = currentCallback.getStore()!;
    const linked = await findProviderOwner(store.read, PROVIDER, identityAt(issuer, sub));
    if (linked === undefined && !isEmailVerified) throw refused('EMAIL_NOT_VERIFIED');
    const owner = await (linked === undefined ? findOwnerOf(store.read, email) : readOwnership(store.read, linked));
    if (owner) {
      callback.generation = owner.generation;
      const mayBeOthers = owner.provenId === null && isEmailVerified && owner.email === email;
      if (mayBeOthers) await recoverUnproven({ store, clock }, owner.accountId, email);
      return;
    }
    const at = clock();
    const invitation = signup === 'open' ? undefined : await findInvitationOf(store.read, email, at);
    if (signup !== 'open' && !invitation) throw refused('SIGNUP_CLOSED');
    const [local] = (username ?? email).split('@');
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

export function refused(code: string): APIError {
  return new APIError('FORBIDDEN', { code, message: code });
}
