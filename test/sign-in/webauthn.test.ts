// Passkeys as browsers return them, and as attackers might.
import assert from 'node:assert/strict';
import { KeyObject, webcrypto } from 'node:crypto';
import { describe, it } from 'node:test';
import 'reflect-metadata';
import { BasicConstraintsExtension, X509CertificateGenerator } from '@peculiar/x509';
import { PasskeyRefusal } from '../../server/domain/sign-in/passkeys/passkey-refusal.ts';
import {
  authenticationOptions,
  checkedCredential,
  registrationOptions,
  type StoredPasskey,
  verifyAuthentication,
  verifyRegistration,
} from '../../server/domain/sign-in/passkeys/webauthn.ts';
import { makePasskey, type Passkey, signWithPasskey } from '../support/authenticator.ts';

const rp = { id: 'my.links.example', name: 'Fingerpost', origin: 'https://my.links.example' };
const user = { id: 'a1b2', name: 'ada@example.com', displayName: 'ada' };

type Making = Parameters<typeof makePasskey>[0];
type Signing = Parameters<typeof signWithPasskey>[1];

async function refused(code: PasskeyRefusal['code'], verification: Promise<unknown>): Promise<void> {
  await assert.rejects(verification, (error) => {
    assert.ok(error instanceof PasskeyRefusal, String(error));
    assert.equal(error.code, code, String(error.cause));
    return true;
  });
}

async function registration(making: Partial<Making> = {}) {
  const { challenge } = await registrationOptions(rp, { user, exclude: [] });
  const made = makePasskey({ challenge, origin: rp.origin, rpId: rp.id, ...making });
  return { ...made, challenge };
}

async function register(making: Partial<Making> = {}) {
  const { passkey, credential, challenge } = await registration(making);
  const added = await verifyRegistration(rp, { credential: checkedCredential(credential), challenge });
  return { passkey, added };
}

async function assertion(passkey: Passkey, signing: Partial<Signing> = {}) {
  const { challenge } = await authenticationOptions(rp, {});
  const credential = signWithPasskey(passkey, { challenge, origin: rp.origin, rpId: rp.id, ...signing });
  return { credential, challenge };
}

async function signIn(passkey: Passkey, stored: StoredPasskey, signing: Partial<Signing> = {}) {
  const { credential, challenge } = await assertion(passkey, signing);
  return verifyAuthentication(rp, { credential: checkedCredential(credential), challenge, stored });
}

/** A person with this passkey, and another of somebody else. */
async function two() {
  const [own, other] = [await register(), await register()];
  return { passkey: own.passkey, stored: own.added, other };
}

/** The last byte with one bit changed. */
function changed(text: string): string {
  const bytes = Buffer.from(text, 'base64url');
  bytes[bytes.length - 1]! ^= 1;
  return bytes.toString('base64url');
}

/** A key and a certificate of an authenticator. */
async function makeCertificate() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const name = 'C=SE, O=Example, OU=Authenticator Attestation, CN=Example';
  const extensions = [new BasicConstraintsExtension(false, undefined, true)];
  const { rawData } = await X509CertificateGenerator.createSelfSigned({ name, keys, extensions });
  return { certificate: Buffer.from(rawData), key: KeyObject.from(keys.privateKey) };
}

describe('Options for a passkey', () => {
  it('ask for one that is found without a username, and for a PIN or a biometric check', async () => {
    const exclude = [{ id: 'AQID', transports: ['internal'] }];
    const { options, challenge } = await registrationOptions(rp, { user, exclude });
    assert.match(challenge, /^[\w-]{43}$/);
    assert.deepEqual(options, {
      challenge,
      rp: { id: 'my.links.example', name: 'Fingerpost' },
      user: { ...user, id: 'YTFiMg' },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      timeout: 60_000,
      attestation: 'none',
      excludeCredentials: [{ id: 'AQID', type: 'public-key', transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      extensions: { credProps: true },
      hints: [],
    });
  });

  it('ask for any passkey, or for some', async () => {
    const { options, challenge } = await authenticationOptions(rp, {});
    const asked = { challenge, rpId: 'my.links.example', timeout: 60_000, userVerification: 'required' };
    assert.deepEqual(JSON.parse(JSON.stringify(options)), asked);
    const some = await authenticationOptions(rp, { allow: [{ id: 'AQID', transports: [] }] });
    assert.deepEqual(some.options.allowCredentials, [{ id: 'AQID', type: 'public-key', transports: [] }]);
    assert.notEqual(some.challenge, challenge);
  });
});

describe('A new passkey', () => {
  for (const algorithm of ['EdDSA', 'ES256', 'RS256'] as const) {
    it(`with ${algorithm} is accepted, and signs in`, async () => {
      const { passkey, added } = await register({ algorithm });
      const { publicKey, ...rest } = added;
      assert.match(publicKey, /^[\w-]{50,}$/);
      assert.deepEqual(rest, {
        credentialId: passkey.id,
        counter: 0,
        isBackedUp: false,
        isMultiDevice: false,
        transports: ['internal'],
        aaguid: '00000000-0000-0000-0000-000000000000',
        name: 'Passkey',
      });
      assert.deepEqual(await signIn(passkey, added), { counter: 1 });
    });
  }

  for (const algorithm of ['ES384', 'PS256', 'RS1', 'ML-DSA-44'] as const) {
    it(`with ${algorithm} is refused`, async () => {
      await refused('not-verified', register({ algorithm }));
    });
  }

  it('is named after what stores it', async () => {
    const { added } = await register({ aaguid: 'bada5566a7aa401fbd9645619a55120d', isSynced: true });
    assert.deepEqual([added.name, added.isBackedUp, added.isMultiDevice], ['1Password', true, true]);
  });

  for (const [what, wrong] of [
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['another origin', { origin: 'https://links.example' }],
    ['http', { origin: 'http://my.links.example' }],
    ['another relying party', { rpId: 'links.example' }],
    ['nobody present', { isUserPresent: false }],
  ] as const) {
    it(`with ${what} is refused`, async () => {
      await refused('not-verified', register(wrong));
    });
  }

  it('without user verification is refused', async () => {
    await refused('user-not-verified', register({ isUserVerified: false }));
  });

  it('is refused under another id than its own', async () => {
    const { credential, challenge } = await registration();
    const id = Buffer.alloc(32, 1).toString('base64url');
    const renamed = checkedCredential({ ...credential, id, rawId: id });
    await refused('not-verified', verifyRegistration(rp, { credential: renamed, challenge }));
  });

  it('is refused if it is something else', async () => {
    const { passkey, credential, challenge } = await registration();
    const { credential: signed } = await assertion(passkey, { challenge });
    const { response } = credential;
    for (const other of [
      { ...credential, response: {} },
      { ...credential, response: { ...response, attestationObject: 7 } },
      { ...credential, response: { ...response, attestationObject: 'AAAA' } },
      { ...credential, response: { ...response, clientDataJSON: 'AAAA' } },
      { ...credential, response: { ...response, clientDataJSON: signed.response.clientDataJSON } },
      { ...credential, type: 'password' },
    ]) {
      await refused('not-verified', verifyRegistration(rp, { credential: checkedCredential(other), challenge }));
    }
  });

  it('may vouch for itself, but brings no certificate: addresses in it would be fetched', async () => {
    const { passkey, added } = await register({ attestation: 'self' });
    assert.deepEqual(await signIn(passkey, added), { counter: 1 });

    const attestation = await makeCertificate();
    await refused('not-verified', register({ attestation }));
  });
});

describe('A sign-in with a passkey', () => {
  for (const [what, wrong] of [
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['another origin', { origin: 'https://links.example' }],
    ['another relying party', { rpId: 'links.example' }],
    ['nobody present', { isUserPresent: false }],
  ] as const) {
    it(`with ${what} is refused`, async () => {
      const { passkey, added } = await register();
      await refused('not-verified', signIn(passkey, added, wrong));
    });
  }

  it('without user verification is refused', async () => {
    const { passkey, added } = await register();
    await refused('user-not-verified', signIn(passkey, added, { isUserVerified: false }));
  });

  it('is refused with an old counter', async () => {
    const { passkey, added } = await register();
    passkey.count = 6;
    assert.deepEqual(await signIn(passkey, { ...added, counter: 6 }), { counter: 7 });
    for (const count of [6, 3, -1]) {
      passkey.count = count;
      await refused('not-verified', signIn(passkey, { ...added, counter: 7 }));
    }
  });

  it('is accepted from passkeys that do not count', async () => {
    const { passkey, added } = await register();
    passkey.count = -1;
    assert.deepEqual(await signIn(passkey, added), { counter: 0 });
  });

  it('is refused if anything was changed', async () => {
    const { passkey, stored } = await two();
    const { credential, challenge } = await assertion(passkey);
    const { response } = credential;
    const verify = (other: object) =>
      verifyAuthentication(rp, { credential: checkedCredential({ ...credential, ...other }), challenge, stored });
    for (const part of ['signature', 'authenticatorData', 'clientDataJSON'] as const) {
      await refused('not-verified', verify({ response: { ...response, [part]: changed(response[part]) } }));
      await refused('not-verified', verify({ response: { ...response, [part]: undefined } }));
      await refused('not-verified', verify({ response: { ...response, [part]: 7 } }));
    }
    await refused('not-verified', verify({ type: 'password' }));
    assert.deepEqual(await verify({}), { counter: 1 });
  });

  it('is refused with the key, or for the id, of another passkey', async () => {
    const { passkey, stored, other } = await two();
    await refused('not-verified', signIn(passkey, { ...stored, publicKey: other.added.publicKey }));
    await refused('not-verified', signIn(other.passkey, stored));
    // The right key under a foreign id.
    await refused('not-verified', signIn({ ...passkey, id: other.passkey.id }, stored));
  });

  it('is refused with what registered the passkey', async () => {
    const { credential, challenge, passkey } = await registration();
    const stored = await verifyRegistration(rp, { credential: checkedCredential(credential), challenge });
    const { response } = (await assertion(passkey, { challenge })).credential;
    const { clientDataJSON } = credential.response;
    const mixed = checkedCredential({ ...credential, response: { ...response, clientDataJSON } });
    await refused('not-verified', verifyAuthentication(rp, { credential: mixed, challenge, stored }));
  });
});
