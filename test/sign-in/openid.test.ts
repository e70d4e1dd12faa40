// The exchange with an OpenID Connect provider: a certified one, and hostile ones.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ApiError } from '../../contract/errors.ts';
import { createOpenIdClient, type OpenIdClient } from '../../server/domain/sign-in/provider/openid.ts';
import { ProviderRefusal } from '../../server/domain/sign-in/provider/provider-refusal.ts';
import { freePort } from '../support/free-port.ts';
import { type OidcProvider, startOidcProvider } from '../support/oidc-provider.ts';
import { type CertifiedProvider, startCertifiedProvider } from '../support/provider/certified-provider.ts';

const redirectUri = 'http://localhost:3001/api/v1/auth/callback/oidc';
const ada = { sub: 'ada', email: 'Ada@Example.com', email_verified: true, name: ' Ada ', preferred_username: 'ada' };
const adaClaims = { subject: 'ada', email: 'ada@example.com', isEmailVerified: true, name: 'Ada', username: 'ada' };

interface Credentials {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

function clientOf({ issuer, clientId, clientSecret }: Credentials): OpenIdClient {
  return createOpenIdClient({ issuer, clientId, clientSecret, name: 'Example ID', secondFactor: 'ask' });
}

async function refused(code: string, signIn: Promise<unknown>): Promise<void> {
  await assert.rejects(signIn, (error) => {
    assert.ok(error instanceof ProviderRefusal, String(error));
    assert.equal(error.code, code, String(error.cause));
    return true;
  });
}

async function unavailable(message: RegExp, signIn: Promise<unknown>): Promise<void> {
  await assert.rejects(signIn, (error) => {
    assert.ok(error instanceof ApiError, String(error));
    assert.equal(error.code, 'unavailable');
    assert.match(error.message, message);
    return true;
  });
}

for (const authentication of ['client_secret_basic', 'client_secret_post'] as const) {
  const isEmailInToken = authentication === 'client_secret_basic';
  describe(`A certified provider with ${authentication}`, () => {
    let provider: CertifiedProvider;
    let client: OpenIdClient;
    before(async () => {
      provider = await startCertifiedProvider({ redirectUri, person: ada, isEmailInToken, authentication });
      client = clientOf(provider);
    });
    after(() => provider.close());

    async function comeBack() {
      const { url, ...expected } = await client.start(redirectUri);
      return { callback: await provider.signIn(url, redirectUri), expected };
    }

    it(`says who has signed in, with the address ${isEmailInToken ? 'in the ID token' : 'at userinfo'}`, async () => {
      const { callback, expected } = await comeBack();
      assert.equal(callback.searchParams.get('iss'), provider.issuer);
      assert.deepEqual(await client.finish(callback, expected), { issuer: provider.issuer, ...adaClaims });
    });

    it('refuses a code that is used again', async () => {
      const { callback, expected } = await comeBack();
      await client.finish(callback, expected);
      await refused('invalid_code', client.finish(callback, expected));
    });

    it('refuses a code with the verifier of another sign-in', async () => {
      const { callback, expected } = await comeBack();
      const { verifier } = await client.start(redirectUri);
      await refused('invalid_code', client.finish(callback, { ...expected, verifier }));
    });

    it('refuses another client secret', async () => {
      const { callback, expected } = await comeBack();
      const other = clientOf({ ...provider, clientSecret: 'another secret' });
      await refused('invalid_code', other.finish(callback, expected));
    });

    it('refuses a callback with the nonce or the state of another sign-in, or without issuer', async () => {
      const { callback, expected } = await comeBack();
      const { nonce, state } = await client.start(redirectUri);
      await refused('state_mismatch', client.finish(callback, { ...expected, state }));
      const withoutIssuer = new URL(callback);
      withoutIssuer.searchParams.delete('iss');
      await refused('unable_to_get_user_info', client.finish(withoutIssuer, expected));
      await refused('unable_to_get_user_info', client.finish(callback, { ...expected, nonce }));
    });
  });
}

describe('The exchange with a provider', () => {
  let provider: OidcProvider;
  let untouched: OidcProvider;
  let client: OpenIdClient;
  before(async () => {
    provider = await startOidcProvider();
    untouched = { ...provider };
  });
  beforeEach(() => {
    Object.assign(provider, untouched, { claims: { ...ada }, requested: [] });
    client = clientOf(provider);
  });
  after(() => provider.close());

  async function signIn(change: (callback: URL) => void = () => {}, from = provider, by = client) {
    const { url, ...expected } = await by.start(redirectUri);
    const callback = from.signIn(url);
    change(callback);
    return by.finish(callback, expected);
  }

  it('asks for a code with PKCE, a state and a nonce that are new each time', async () => {
    const [one, two] = [await client.start(redirectUri), await client.start(redirectUri)];
    const asked = Object.fromEntries(new URL(one.url).searchParams);
    const { code_challenge, ...rest } = asked;
    assert.match(code_challenge!, /^[\w-]{43}$/);
    assert.deepEqual(rest, {
      client_id: provider.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      state: one.state,
      nonce: one.nonce,
    });
    for (const key of ['state', 'nonce', 'verifier'] as const) {
      assert.ok(one[key].length >= 43);
      assert.notEqual(one[key], two[key]);
    }
    assert.deepEqual(provider.requested, ['/.well-known/openid-configuration']);
  });

  it('sends the secret in the form where the provider supports only that', async () => {
    provider.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    assert.equal((await signIn()).subject, 'ada');
  });

  it('accepts an issuer that ends with a slash, and none with another path', async () => {
    provider.metadata = { issuer: `${provider.issuer}/` };
    provider.claims.iss = `${provider.issuer}/`;
    assert.equal((await signIn()).issuer, provider.issuer);
    provider.metadata = { issuer: `${provider.issuer}/other` };
    await unavailable(/^The provider Example ID names another issuer/, clientOf(provider).start(redirectUri));
  });

  it('asks again after the provider did not answer', async () => {
    provider.metadata = { token_endpoint: undefined };
    await unavailable(/does not answer as it should/, client.start(redirectUri));
    provider.metadata = { authorization_endpoint: 'javascript:alert(1)' };
    await unavailable(/does not answer as it should/, client.start(redirectUri));
    provider.metadata = {};
    await client.start(redirectUri);
    const issuer = `http://127.0.0.1:${await freePort()}`;
    await unavailable(/cannot be reached right now/, clientOf({ ...provider, issuer }).start(redirectUri));
  });

  describe('refuses an ID token', () => {
    const several = ['fingerpost', 'another client'];
    for (const [what, wrong] of [
      ['of another issuer', { iss: 'https://id.example' }],
      ['for another audience', { aud: 'another client' }],
      ['for several audiences, without azp', { aud: several }],
      ['for several audiences, and another azp', { aud: several, azp: 'another client' }],
      ['with another nonce', { nonce: 'another' }],
      ['without a nonce', { nonce: undefined }],
      ['that has expired', { exp: 1 }],
      ['without a subject', { sub: undefined }],
      ['with an empty subject', { sub: '' }],
      ['with a subject that is too long', { sub: 'a'.repeat(256) }],
    ] as const) {
      it(what, async () => {
        Object.assign(provider.claims, wrong);
        await refused('unable_to_get_user_info', signIn());
      });
    }

    it('that another key has signed', async () => {
      provider.signsWith = 'another key';
      await refused('unable_to_get_user_info', signIn());
    });

    for (const algorithm of ['none', 'HS256'] as const) {
      it(`with the algorithm ${algorithm}, even if the provider offers it`, async () => {
        provider.algorithm = algorithm;
        await refused('unable_to_get_user_info', signIn());
        provider.metadata = { id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] };
        client = clientOf(provider);
        await refused('unable_to_get_user_info', signIn());
      });
    }

    it('that is missing', async () => {
      provider.isIdTokenMissing = true;
      await refused('unable_to_get_user_info', signIn());
    });
  });

  it('accepts an ID token for several audiences that names this client', async () => {
    Object.assign(provider.claims, { aud: [provider.clientId, 'another client'], azp: provider.clientId });
    assert.equal((await signIn()).subject, 'ada');
  });

  describe('refuses a callback', () => {
    /** None of these may spend the code. */
    const unspent = () => assert.ok(!provider.requested.includes('/token'));

    it('with another state, without one, or with two', async () => {
      await refused(
        'state_mismatch',
        signIn(({ searchParams }) => searchParams.set('state', 'another')),
      );
      await refused(
        'state_mismatch',
        signIn(({ searchParams }) => searchParams.delete('state')),
      );
      const twice = signIn(({ searchParams }) => searchParams.append('state', 'another'));
      await refused('unable_to_get_user_info', twice);
      unspent();
    });

    it('of another provider, or without issuer if the provider names itself', async () => {
      const other = ({ searchParams }: URL) => searchParams.set('iss', 'https://id.example');
      await refused('unable_to_get_user_info', signIn(other));
      provider.metadata = { authorization_response_iss_parameter_supported: true };
      client = clientOf(provider);
      await refused('unable_to_get_user_info', signIn(other));
      await refused(
        'unable_to_get_user_info',
        signIn(({ searchParams }) => searchParams.delete('iss')),
      );
      unspent();
      assert.equal((await signIn()).subject, 'ada');
    });

    it('with an error, and passes its code on', async () => {
      const denied = (code: string) => signIn(({ searchParams }) => searchParams.set('error', code));
      await refused('access_denied', denied('access_denied'));
      await refused('failed', denied('<script>'));
      unspent();
    });

    it('without a code, or with one that the provider has not made', async () => {
      await refused(
        'unable_to_get_user_info',
        signIn(({ searchParams }) => searchParams.delete('code')),
      );
      await refused(
        'invalid_code',
        signIn(({ searchParams }) => searchParams.set('code', 'another')),
      );
    });
  });

  describe('asks the userinfo endpoint', () => {
    it('only if the ID token has no address', async () => {
      provider.userInfo = { email: 'other@example.com' };
      assert.equal((await signIn()).email, 'ada@example.com');
      assert.ok(!provider.requested.includes('/userinfo'));
      provider.claims = { sub: 'ada', name: 'Ada' };
      provider.userInfo = {
        email: 'Ada@Example.com',
        email_verified: 'true',
        name: 'Other',
        preferred_username: 'ada',
      };
      assert.deepEqual(await signIn(), { issuer: provider.issuer, ...adaClaims });
    });

    it('and refuses what it says of another subject', async () => {
      provider.claims = { sub: 'ada' };
      provider.userInfo = { ...ada, sub: 'mallory' };
      await refused('other_subject', signIn());
    });

    it('and reads there whether the address is verified', async () => {
      provider.claims = { sub: 'ada', email_verified: true };
      provider.userInfo = { email: 'ada@example.com', email_verified: false };
      assert.equal((await signIn()).isEmailVerified, false);
    });
  });

  it('leaves out an address that is none', async () => {
    for (const email of ['ada', 'a b@example.com', 'ada@example.com\u0000', 7]) {
      provider.claims = { ...ada, email };
      assert.equal((await signIn()).email, undefined);
    }
  });

  describe('neither waits for, nor reads to its end, nor follows', { concurrency: true }, () => {
    for (const path of ['/.well-known/openid-configuration', '/keys', '/token', '/userinfo'] as const) {
      for (const how of ['late', 'drip', 'flood', 'redirect'] as const) {
        it(`${path}: ${how}`, async (t) => {
          const own = await startOidcProvider();
          t.after(() => own.close());
          own.claims = { sub: 'ada' };
          own.userInfo = { email: 'ada@example.com' };
          own.badAnswers = { [path]: how };
          const attempt = signIn(undefined, own, clientOf(own));
          if (path.includes('well-known')) await unavailable(/cannot be reached right now/, attempt);
          else await refused(path === '/userinfo' ? 'unable_to_get_user_info' : 'temporarily_unavailable', attempt);
          assert.equal(own.requested.at(-1), path);
        });
      }
    }
  });
});
