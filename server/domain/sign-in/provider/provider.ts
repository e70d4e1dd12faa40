// Signing in with an OpenID Connect provider. better-auth does the exchange: state, nonce, PKCE and the signature of the ID
// token. Who may have an account is decided here.
import { ApiError } from '../../../../contract/errors.ts';
import type { Auth } from '../auth.ts';
import type { SignInContext } from '../context.ts';
import { readProviderMetadata } from './provider-metadata.ts';
import { PROVIDER, type ProviderSettings, type ProviderSetup } from './provider-settings.ts';

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

export function listedProviders({ provider }: Pick<SignInContext, 'provider'>): { id: string; name: string }[] {
  return provider ? [{ id: PROVIDER, name: provider.name }] : [];
}
