// A software authenticator: makes passkeys and signs with them, as a browser would return it.
import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';
import { map } from './authenticator/cbor.ts';
import { type Algorithm, makeKey } from './authenticator/cose-keys.ts';

export interface Passkey {
  id: string;
  privateKey: KeyObject;
  count: number;
}

interface Ceremony {
  challenge: string;
  origin: string;
  rpId: string;
  /** Whether a PIN or a fingerprint was asked for. */
  isUserVerified?: boolean;
  /** Whether somebody touched it. */
  isUserPresent?: boolean;
}

interface Making extends Ceremony {
  algorithm?: Algorithm;
  /** In hexadecimal digits. */
  aaguid?: string;
  /** Whether the passkey is stored with a service, for several devices. */
  isSynced?: boolean;
  /** Who vouches for the new key: nobody, the key itself, or a certificate. */
  attestation?: 'none' | 'self' | { certificate: Buffer; key: KeyObject };
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const FOR_SEVERAL_DEVICES = 0x08;
const BACKED_UP = 0x10;
const ATTESTED = 0x40;
const NO_AAGUID = '00'.repeat(16);

/** What `navigator.credentials.create` would return. */
export function makePasskey(making: Making) {
  const { algorithm = 'ES256', aaguid = NO_AAGUID, isSynced = false, attestation = 'none', ...ceremony } = making;
  const { privateKey, coseKey } = makeKey(algorithm);
  const rawId = randomBytes(32);
  const flags = flagsOf(ceremony) | ATTESTED | (isSynced ? FOR_SEVERAL_DEVICES | BACKED_UP : 0);
  const data = Buffer.concat([
    authenticatorData(ceremony.rpId, flags, 0),
    Buffer.from(aaguid, 'hex'),
    Buffer.from([0, rawId.length]),
    rawId,
    coseKey,
  ]);
  const client = clientData('webauthn.create', ceremony);
  const signer = attestation === 'self' || attestation === 'none' ? privateKey : attestation.key;
  const signature = attestation !== 'none' && signed(signer, data, client);
  const statement = map([
    ...(signature ? [['alg', -7] as const, ['sig', signature] as const] : []),
    ...(typeof attestation === 'object' ? [['x5c', [attestation.certificate]] as const] : []),
  ]);
  const attestationObject = map([
    ['fmt', signature ? 'packed' : 'none'],
    ['attStmt', { cbor: statement }],
    ['authData', data],
  ]);
  const id = rawId.toString('base64url');
  const credential = {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: client.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    },
  };
  return { passkey: { id, privateKey, count: 0 } satisfies Passkey, credential };
}

/** What `navigator.credentials.get` would return. */
export function signWithPasskey(passkey: Passkey, ceremony: Ceremony) {
  passkey.count += 1;
  const data = authenticatorData(ceremony.rpId, flagsOf(ceremony), passkey.count);
  const client = clientData('webauthn.get', ceremony);
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signed(passkey.privateKey, data, client).toString('base64url'),
    },
  };
}

function flagsOf({ isUserVerified = true, isUserPresent = true }: Ceremony): number {
  return (isUserPresent ? PRESENT : 0) | (isUserVerified ? VERIFIED : 0);
}

function signed(key: KeyObject, data: Buffer, client: Buffer): Buffer {
  const digest = key.asymmetricKeyType === 'ec' || key.asymmetricKeyType === 'rsa' ? 'sha256' : null;
  return sign(digest, Buffer.concat([data, createHash('sha256').update(client).digest()]), key);
}

function clientData(type: string, { challenge, origin }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(rpId: string, flags: number, count: number): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(count);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter]);
}
