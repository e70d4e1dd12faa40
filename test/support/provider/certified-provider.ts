// A certified OpenID Connect provider on loopback, where everybody who comes is signed in at once.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { type Context, type Grant, Provider } from 'oidc-provider';
import { freePort } from '../free-port.ts';

export interface CertifiedProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Goes where a browser is sent, until that is `redirectUri`. Returns the callback's address. */
  signIn(url: string, redirectUri: string): Promise<URL>;
  close(): void;
}

interface Options {
  redirectUri: string;
  /** The claims of the person who signs in. */
  person: Record<string, unknown> & { sub: string };
  /** Whether the e-mail address is in the ID token; otherwise only the userinfo endpoint has it. */
  isEmailInToken: boolean;
  authentication: 'client_secret_basic' | 'client_secret_post';
}

export async function startCertifiedProvider(options: Options): Promise<CertifiedProvider> {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const { person, isEmailInToken, authentication, redirectUri } = options;
  // It differs from its form encoding.
  const client = { clientId: 'fingerpost', clientSecret: 'a-secret_with 100% + more~' };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: authentication,
      },
    ],
    clientAuthMethods: [authentication],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    conformIdTokenClaims: !isEmailInToken,
    cookies: { keys: ['a key of this test'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => person }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] },
    loadExistingGrant: consent,
    pkce: { required: () => true },
  });

  async function consent({ oidc }: Context): Promise<Grant> {
    const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  }

  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url!.startsWith('/interaction/')) return answer(request, response);
    return provider.interactionFinished(request, response, { login: { accountId: person.sub } });
  });
  server.listen(Number(new URL(issuer).port), '127.0.0.1');
  return {
    issuer,
    ...client,
    signIn,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function signIn(url: string, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(url);
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(next, { headers: { cookie }, redirect: 'manual' });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      cookies.set(name!, value!);
    }
    const location = response.headers.get('location');
    assert.ok(location, `${next} answered ${response.status}: ${await response.text()}`);
    next = new URL(location, next);
    if (next.href.startsWith(`${redirectUri}?`)) return next;
  }
  assert.fail(`no end of redirects: ${next}`);
}
