// Passkeys: the options for a browser, and its answer, verified by @simplewebauthn/server. It is loaded on first use. Nothing
// is stored here: the caller uses a challenge up, looks the passkey up, and stores the new counter.
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { invalid } from '../../../../contract/errors.ts';
import { assertNoCertificates } from './attestation.ts';
import { authenticatorName } from './authenticator-names.ts';
import { orRefuse, PasskeyRefusal } from './passkey-refusal.ts';

export interface WebAuthnAnswer {
  options: Record<string, unknown>;
  /** `Set-Cookie` headers. */
  cookies: string[];
}

/** base64url of at most 1023 bytes, the limit of WebAuthn. */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/;
const TRANSPORT = /^[a-z-]{1,20}$/;
const MAX_TRANSPORTS = 10;

export interface RelyingParty {
  /** The host of the dashboard. */
  id: string;
  name: string;
  origin: string;
}

/** A credential whose parts are checked, but whose signature is not verified yet. */
export type CheckedCredential = Record<string, unknown> & { id: string };

/** A passkey as the options for browsers name it. */
export interface KnownPasskey {
  id: string;
  transports: string[];
}

export interface Ceremony {
  credential: CheckedCredential;
  /** The one that the options had. */
  challenge: string;
}

export interface NewPasskey {
  credentialId: string;
  /** The COSE key, as base64url. */
  publicKey: string;
  counter: number;
  isBackedUp: boolean;
  /** Whether it can be on several devices. */
  isMultiDevice: boolean;
  transports: string[];
  aaguid: string;
  /** Of the authenticator, or 'Passkey'. */
  name: string;
}

export interface StoredPasskey {
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
}

/** Of the COSE key: enough for RSA with 8192 bits. A client may send any number. */
const MAX_KEY_BYTES = 2048;

/** EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

/** Options for `navigator.credentials.create`. `user.id` is not shown to people; authenticators store it. */
export async function registrationOptions(
  rp: RelyingParty,
  { user, exclude }: { user: { id: string; name: string; displayName: string }; exclude: KnownPasskey[] },
): Promise<{ options: Record<string, unknown>; challenge: string }> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: rp.name,
    rpID: rp.id,
    userID: new TextEncoder().encode(user.id),
    userName: user.name,
    userDisplayName: user.displayName,
    attestationType: 'none',
    excludeCredentials: exclude.map(known),
    // Resident: people sign in without typing a username.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { options: { ...options }, challenge: options.challenge };
}

export async function verifyRegistration(rp: RelyingParty, { credential, challenge }: Ceremony): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  await assertNoCertificates(credential.response);
  const { verified, registrationInfo } = await orRefuse(() =>
    verifyRegistrationResponse({
      response: credential as unknown as RegistrationResponseJSON,
      ...expected(rp, challenge),
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified) throw new PasskeyRefusal('not-verified');
  const { credential: made, aaguid, userVerified, credentialBackedUp, credentialDeviceType } = registrationInfo;
  if (!userVerified) throw new PasskeyRefusal('user-not-verified');
  if (made.id !== credential.id || made.publicKey.length > MAX_KEY_BYTES) throw new PasskeyRefusal('not-verified');
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey).toString('base64url'),
    counter: made.counter,
    isBackedUp: credentialBackedUp,
    isMultiDevice: credentialDeviceType === 'multiDevice',
    transports: made.transports ?? [],
    aaguid,
    name: authenticatorName(aaguid),
  };
}

/** Options for `navigator.credentials.get`. Without `allow`, the browser offers all passkeys that it has. */
export async function authenticationOptions(
  rp: RelyingParty,
  { allow }: { allow?: KnownPasskey[] | undefined },
): Promise<{ options: Record<string, unknown>; challenge: string }> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    userVerification: 'required',
    ...(allow && { allowCredentials: allow.map(known) }),
  });
  return { options: { ...options }, challenge: options.challenge };
}

/** The passkey's new counter. `stored` is the passkey with the id of the credential. */
export async function verifyAuthentication(
  rp: RelyingParty,
  { credential, challenge, stored }: Ceremony & { stored: StoredPasskey },
): Promise<{ counter: number }> {
  if (credential.id !== stored.credentialId) throw new PasskeyRefusal('not-verified');
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await orRefuse(() =>
    verifyAuthenticationResponse({
      response: credential as unknown as AuthenticationResponseJSON,
      ...expected(rp, challenge),
      credential: {
        id: stored.credentialId,
        publicKey: new Uint8Array(Buffer.from(stored.publicKey, 'base64url')),
        counter: stored.counter,
      },
    }),
  );
  if (!verified) throw new PasskeyRefusal('not-verified');
  if (!authenticationInfo.userVerified) throw new PasskeyRefusal('user-not-verified');
  return { counter: authenticationInfo.newCounter };
}

/** User verification is checked afterwards, because it has a code of its own. */
function expected({ id, origin }: RelyingParty, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
  };
}

function known({ id, transports }: KnownPasskey) {
  return { id, transports: transports as AuthenticatorTransport[] };
}

/** Checks the parts that are looked up or stored before the signature is verified, or without it. */
export function checkedCredential(credential: Record<string, unknown>): CheckedCredential {
  const { id, response } = credential;
  if (typeof id !== 'string' || !CREDENTIAL_ID.test(id) || !isRecord(response)) {
    throw invalid({ credential: ['The credential must be what the browser returned, as JSON.'] });
  }
  const { transports, ...rest } = response;
  const known = Array.isArray(transports) ? transports.filter((one) => TRANSPORT.test(String(one))) : [];
  return { ...credential, id, response: { ...rest, transports: known.slice(0, MAX_TRANSPORTS).map(String) } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
