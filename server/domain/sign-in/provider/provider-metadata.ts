// What a provider says about itself (OpenID Connect Discovery). better-auth reads it too, but without a
// timeout, and it ignores how the provider expects the client secret.
import { ApiError } from '../../../../contract/errors.ts';

export interface ProviderMetadata {
  discoveryUrl: string;
  userInfoUrl: string | undefined;
  /** How the secret is sent: in a header, or in the form. */
  authentication: 'basic' | 'post';
}

const ANSWER_MS = 5000;

export async function readProviderMetadata({
  issuer,
  name,
}: {
  issuer: string;
  name: string;
}): Promise<ProviderMetadata> {
  const discovery = await fetchDiscovery(issuer).catch((cause: unknown) => {
    throw new ApiError(
      'unavailable',
      `The provider ${name} cannot be reached right now. Sign in another way, or try again later.`,
      { cause },
    );
  });
  const { url: discoveryUrl, document } = discovery;
  if (discovery.issuer !== issuer) {
    throw new ApiError('unavailable', `The provider ${name} names another issuer than OIDC_ISSUER; tell the operator.`);
  }
  const methods = (document.token_endpoint_auth_methods_supported as string[] | undefined) ?? ['client_secret_basic'];
  return {
    discoveryUrl,
    userInfoUrl: typeof document.userinfo_endpoint === 'string' ? document.userinfo_endpoint : undefined,
    authentication: methods.includes('client_secret_basic') ? 'basic' : 'post',
  };
}

export interface Discovery {
  url: string;
  document: Record<string, unknown>;
  /** As the provider names itself, without a trailing slash. */
  issuer: string | undefined;
}

export async function fetchDiscovery(issuer: string): Promise<Discovery> {
  const url = `${issuer}/.well-known/openid-configuration`;
  const document = await fetchJson(url);
  const named = typeof document.issuer === 'string' ? document.issuer.replace(/\/$/, '') : undefined;
  return { url, document, issuer: named };
}

export async function fetchJson(url: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}
