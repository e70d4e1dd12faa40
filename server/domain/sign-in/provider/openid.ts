// Signing in with an OpenID Connect provider: the redirect to it, and what its callback says. openid-client does the exchange;
// it is loaded on first use. Nothing is stored here: the caller remembers what `start` made, and uses it up.
import type { ClientAuth, Configuration } from 'openid-client';
import { ApiError } from '../../../../contract/errors.ts';
import { type ProviderClaims, type RawClaims, readClaims } from './provider-claims.ts';
import { providerFetch } from './provider-fetch.ts';
import { ProviderRefusal, refusalFor } from './provider-refusal.ts';
import type { ProviderSettings } from './provider-settings.ts';

export interface ProviderStart {
  url: string;
  state: string;
  nonce: string;
  verifier: string;
}

export interface OpenIdClient {
  /** Discovers the provider on first use, and again if that failed. Throws the ApiError 'unavailable' if it fails. */
  start(redirectUri: string): Promise<ProviderStart>;
  /**
   * Who has signed in. `callback` is the address given to `start`, with the query that the browser brought. Throws a
   * ProviderRefusal, or the ApiError of `start`.
   */
  finish(callback: URL, expected: Omit<ProviderStart, 'url'>): Promise<ProviderClaims>;
}

type Library = typeof import('openid-client');

interface Provider {
  library: Library;
  config: Configuration;
}

/** For each request. */
const ANSWER_SECONDS = 5;
const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

export function createOpenIdClient({ issuer, clientId, clientSecret, name }: ProviderSettings): OpenIdClient {
  let found: Promise<Provider> | undefined;

  function provider(): Promise<Provider> {
    found ??= discover().catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    return found;
  }

  async function discover(): Promise<Provider> {
    const library = await import('openid-client');
    const { allowInsecureRequests, customFetch, enableNonRepudiationChecks } = library;
    // The settings allow http for a provider on this machine only.
    const isLocal = new URL(issuer).protocol === 'http:';
    const config = await library
      .discovery(wellKnown(issuer), clientId, {}, authentication(clientSecret, library), {
        timeout: ANSWER_SECONDS,
        // Without these checks, the signature of an ID token is not verified.
        execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
        [customFetch]: providerFetch,
      })
      .catch((cause: unknown) => {
        throw unavailable('cannot be reached right now. Sign in another way, or try again later.', cause);
      });
    const metadata = config.serverMetadata();
    if (metadata.issuer.replace(/\/$/, '') !== issuer) {
      throw unavailable('names another issuer than OIDC_ISSUER; tell the operator.');
    }
    if (!NEEDED.every((endpoint) => isAddress(metadata[endpoint], isLocal))) {
      throw unavailable('does not answer as it should. Sign in another way.');
    }
    return { library, config };
  }

  function unavailable(what: string, cause?: unknown): ApiError {
    return new ApiError('unavailable', `The provider ${name} ${what}`, { cause });
  }

  return {
    async start(redirectUri) {
      const { library, config } = await provider();
      const [state, nonce] = [library.randomState(), library.randomNonce()];
      const verifier = library.randomPKCECodeVerifier();
      const url = library.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return { url: url.href, state, nonce, verifier };
    },

    async finish(callback, { state, nonce, verifier }) {
      if (callback.searchParams.get('state') !== state) throw new ProviderRefusal('state_mismatch');
      const { library, config } = await provider();
      const tokens = await library
        .authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch((error: unknown) => {
          throw refusalFor(error, library);
        });
      const claims = tokens.claims()!;
      // Some providers have the e-mail address in the ID token, others at the userinfo endpoint.
      const isElsewhere = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
      const more: RawClaims = isElsewhere ? await userInfo(tokens.access_token, claims.sub) : {};
      return readClaims(issuer, claims, more);
    },
  };

  async function userInfo(accessToken: string, subject: string): Promise<RawClaims> {
    const { library, config } = await provider();
    return library.fetchUserInfo(config, accessToken, subject).catch((error: unknown) => {
      const isOther = error instanceof library.ClientError && error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
      throw new ProviderRefusal(isOther ? 'other_subject' : 'unable_to_get_user_info', error);
    });
  }
}

/** openid-client compares issuers only if it makes this address itself, and then a slash at the end matters. */
function wellKnown(issuer: string): URL {
  return new URL(`${issuer}/.well-known/openid-configuration`);
}

function isAddress(value: string | undefined, isLocal: boolean): boolean {
  const protocol = value !== undefined && URL.canParse(value) ? new URL(value).protocol : '';
  return protocol === 'https:' || (isLocal && protocol === 'http:');
}

/**
 * The client secret in a header, or in the form if the provider supports only that. In the header, openid-client also encodes
 * `-`, `_` and `.`; providers that do not decode the header would refuse those.
 */
function authentication(secret: string, { ClientSecretPost }: Library): ClientAuth {
  const post = ClientSecretPost(secret);
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    if (!methods.includes('client_secret_basic')) return post(server, client, body, headers);
    const credentials = `${formEncoded(client.client_id)}:${formEncoded(secret)}`;
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  };
}

function formEncoded(value: string): string {
  return new URLSearchParams({ value }).toString().slice('value='.length);
}
