// An OpenID Connect provider on loopback, as small as one can be: discovery, keys, and tokens for the next sign-in.
import assert from 'node:assert/strict';
import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerBadly, type BadAnswer, MOVED } from './provider/bad-answers.ts';

export interface OidcProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Extra claims for the next sign-in, besides those of every ID token. */
  claims: Record<string, unknown>;
  /** Claims that are not in the ID token, only at the userinfo endpoint. */
  userInfo: Record<string, unknown>;
  /** Whose key signs ID tokens: the one that the provider publishes, or another. */
  signsWith: 'own key' | 'another key';
  /** What ID tokens are signed with: an HS256 signature is made with the client secret. */
  algorithm: 'RS256' | 'HS256' | 'none';
  isIdTokenMissing: boolean;
  /** Whether it takes a code more than once. */
  areCodesKept: boolean;
  /** Differences of the discovery document. */
  metadata: Record<string, unknown>;
  /** By path. */
  badAnswers: Partial<Record<'/.well-known/openid-configuration' | '/keys' | '/token' | '/userinfo', BadAnswer>>;
  /** The paths that were requested. */
  requested: string[];
  /** Signs in at the address that the browser was sent to; real browsers go there. Returns the callback's address. */
  signIn(url: string): URL;
  close(): Promise<void>;
}

const CLIENT_ID = 'fingerpost';
const CLIENT_SECRET = 'secret-of-the-client';
const basic = Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64');

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });

interface Grant {
  nonce: string | null;
  challenge: string;
  redirectUri: string;
}

export async function startOidcProvider(): Promise<OidcProvider> {
  const grants = new Map<string, Grant>();
  const server = createServer(async (request, response) => {
    if (request.url!.startsWith('/authorize?')) {
      response.writeHead(302, { location: provider.signIn(issuer + request.url).href }).end();
      return;
    }
    const path = request.url!;
    provider.requested.push(path);
    const answer = await answers[path.replace(MOVED, '')]?.(request);
    const how = provider.badAnswers[path as keyof typeof provider.badAnswers];
    if (how && answer) {
      await answerBadly(how, path, response, JSON.stringify(answer));
      return;
    }
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: 'invalid_request' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const answers: Record<string, (request: IncomingMessage) => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...provider.metadata,
    }),
    '/keys': () => ({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }),
    '/userinfo': ({ headers }) => {
      assert.equal(headers.authorization, 'Bearer access');
      return { sub: provider.claims.sub, ...provider.userInfo };
    },
    '/token': async (request) => {
      const form = new URLSearchParams(await textOf(request));
      const grant = grants.get(form.get('code')!);
      if (!provider.areCodesKept) grants.delete(form.get('code')!);
      const isClient = provider.metadata.token_endpoint_auth_methods_supported
        ? isNamedIn(form) && request.headers.authorization === undefined
        : request.headers.authorization === `Basic ${basic}` && !form.has('client_secret');
      const hash = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (!grant || !isClient || hash !== grant.challenge || form.get('redirect_uri') !== grant.redirectUri)
        return undefined;
      const now = Math.floor(Date.now() / 1000);
      const own = { iss: issuer, aud: provider.clientId, iat: now, exp: now + 60, nonce: grant.nonce };
      const id_token = provider.isIdTokenMissing ? undefined : signed({ ...own, ...provider.claims });
      return { access_token: 'access', refresh_token: 'refresh', token_type: 'Bearer', expires_in: 60, id_token };
    },
  };

  function isNamedIn(form: URLSearchParams): boolean {
    return form.get('client_id') === provider.clientId && form.get('client_secret') === provider.clientSecret;
  }

  function signed(claims: Record<string, unknown>): string {
    const { algorithm, clientSecret, signsWith } = provider;
    const parts = [{ alg: algorithm, kid: 'one' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const content = parts.join('.');
    if (algorithm === 'none') return `${content}.`;
    if (algorithm === 'HS256')
      return `${content}.${createHmac('sha256', clientSecret).update(content).digest('base64url')}`;
    const key = signsWith === 'own key' ? privateKey : other.privateKey;
    return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
  }

  const provider: OidcProvider = {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    claims: {},
    userInfo: {},
    signsWith: 'own key',
    algorithm: 'RS256',
    isIdTokenMissing: false,
    areCodesKept: false,
    metadata: {},
    badAnswers: {},
    requested: [],
    signIn(url) {
      const { origin, pathname, searchParams: asked } = new URL(url);
      assert.equal(origin + pathname, `${issuer}/authorize`);
      assert.equal(asked.get('response_type'), 'code');
      assert.equal(asked.get('client_id'), provider.clientId);
      assert.equal(asked.get('code_challenge_method'), 'S256');
      const code = `code-${grants.size}-${Math.random()}`;
      const redirectUri = asked.get('redirect_uri')!;
      grants.set(code, { nonce: asked.get('nonce'), challenge: asked.get('code_challenge')!, redirectUri });
      const back = new URL(redirectUri);
      back.searchParams.set('code', code);
      back.searchParams.set('state', asked.get('state')!);
      if (provider.metadata.authorization_response_iss_parameter_supported) back.searchParams.set('iss', issuer);
      return back;
    },
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return provider;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
