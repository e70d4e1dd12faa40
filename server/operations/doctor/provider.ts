// Checks that the OpenID Connect provider answers, names the redirect address that has to be registered there, and reports
// identities at other providers.
import type { Config } from '../../config.ts';
import { providerFetch } from '../../domain/sign-in/provider/provider-fetch.ts';
import { createOrigins } from '../../http/origins.ts';
import { countOtherIdentities } from '../../storage/people/identities.ts';
import type { Executor } from '../../storage/tables.ts';
import { certificateRemedy } from './certificate.ts';
import { ok, problem, reason, type Verdict, warning } from './finding.ts';

const CALLBACK_PATH = '/api/v1/auth/callback/oidc';
const ANSWER_MS = 5000;
const required = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];

export async function checkProvider(config: Config): Promise<Verdict[]> {
  const { provider } = config;
  if (!provider) return [ok('No OpenID Connect provider is configured.')];
  const { issuer, name } = provider;
  try {
    const url = `${issuer}/.well-known/openid-configuration`;
    const document = await fetchJson(url);
    const named = typeof document.issuer === 'string' ? document.issuer.replace(/\/$/, '') : undefined;
    if (named !== issuer) {
      return [
        problem(
          `${url} names the issuer ${named ?? '(none)'}, but OIDC_ISSUER is ${issuer}. Nobody can sign in with ${name}.`,
          'Set OIDC_ISSUER to the issuer of the provider, exactly as the provider names it.',
        ),
      ];
    }
    const missing = required.filter((key) => typeof document[key] !== 'string');
    if (missing.length > 0) {
      return [
        problem(
          `${url} lacks ${missing.join(', ')}. Nobody can sign in with ${name}.`,
          'Enable OpenID Connect with the authorization code flow at the provider.',
        ),
      ];
    }
    const redirect = createOrigins(config).dashboard() + CALLBACK_PATH;
    return [ok(`${name} answers. The redirect address to register there is ${redirect}.`)];
  } catch (error) {
    return [
      problem(
        `The provider ${name} cannot be reached: ${reason(error)}. Nobody can sign in with it.`,
        certificateRemedy(error) ?? 'Check OIDC_ISSUER, and that this machine can reach the provider.',
      ),
    ];
  }
}

/** Identities of another issuer cannot be used. */
export async function identityVerdicts(read: Executor, provider: Config['provider']): Promise<Verdict[]> {
  if (!provider) return [];
  const count = await countOtherIdentities(read, provider.issuer);
  if (count === 0) return [];
  const identities = count === 1 ? '1 identity belongs' : `${count} identities belong`;
  return [
    warning(
      `${identities} to another issuer than ${provider.issuer}, so nobody can sign in with ${count === 1 ? 'it' : 'them'}.`,
      'Set OIDC_ISSUER back if it was changed by mistake. Otherwise see "If the issuer changes" in docs/accounts.md.',
    ),
  ];
}

async function fetchJson(url: string): Promise<Record<string, unknown>> {
  const request = { method: 'GET', headers: {}, body: null, redirect: 'manual' } as const;
  const response = await providerFetch(url, { ...request, signal: AbortSignal.timeout(ANSWER_MS) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}
