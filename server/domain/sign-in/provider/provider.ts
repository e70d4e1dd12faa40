// Signing in with an OpenID Connect provider. better-auth does the exchange: state, nonce, PKCE and the signature of the ID
// token. Who may have an account is decided here.
import { ApiError } from '../../../../contract/errors.ts';
import type { Auth } from '../auth.ts';
import type { SignIn } from '../index.ts';
import { type ProviderMetadata, readProviderMetadata } from './provider-metadata.ts';

/** The operator's settings. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
}

/** There is one provider. Its accounts are stored under this id, and its callback address ends with it. */
export const PROVIDER = 'oidc';

/**
 * Under which account id the provider's person is stored. A subject means somebody at one issuer only: with another
 * OIDC_ISSUER, the same subject is somebody else. Issuers contain no spaces.
 */
export function identityAt(issuer: string, subject: string): string {
  return `${issuer} ${subject}`;
}

/** What better-auth needs for the provider. */
export interface ProviderSetup extends ProviderSettings {
  metadata: ProviderMetadata;
}

/** better-auth with the provider: loaded on first use, and again if the provider did not answer. */
export function createProviderAuth(
  settings: ProviderSettings | undefined,
  load: (setup: ProviderSetup) => Promise<Auth>,
): () => Promise<Auth> {
  let auth: Promise<Auth> | undefined;

  async function discover(): Promise<Auth> {
    if (!settings) throw new ApiError('not_found', 'There is no such provider.');
    const metadata = await readProviderMetadata(settings);
    const loaded = await load({ ...settings, metadata });
    const { socialProviders } = await loaded.$context;
    if (socialProviders.some(({ id }) => id === PROVIDER)) return loaded;
    throw new ApiError(
      'unavailable',
      `The provider ${settings.name} does not answer as it should. Sign in another way.`,
    );
  }

  return () => {
    auth ??= discover().catch((error: unknown) => {
      auth = undefined;
      throw error;
    });
    return auth;
  };
}

export function listedProviders({ provider }: Pick<SignIn, 'provider'>): { id: string; name: string }[] {
  return provider ? [{ id: PROVIDER, name: provider.name }] : [];
}
