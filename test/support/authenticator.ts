// A software authenticator: makes passkeys (ES256, no attestation) and signs with them, as a browser would return it.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

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
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** What `navigator.credentials.create` would return. */
export function makePasskey({ isUserVerified = true, ...ceremony }: Ceremony) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const rawId = randomBytes(32);
  const key = map([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x!, 'base64url')],
    [-3, Buffer.from(y!, 'base64url')],
  ]);
  const length = Buffer.from([0, rawId.length]);
  const flags = PRESENT | ATTESTED | (isUserVerified ? VERIFIED : 0);
  const data = Buffer.concat([authenticatorData(ceremony.rpId, flags, 0), Buffer.alloc(16), length, rawId, key]);
  const attestationObject = map([
    ['fmt', 'none'],
    ['attStmt', map([])],
    ['authData', data],
  ]);
  const id = rawId.toString('base64url');
  const credential = {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    },
  };
  return { passkey: { id, privateKey, count: 0 } satisfies Passkey, credential };
}

/** What `navigator.credentials.get` would return. */
export function signWithPasskey(passkey: Passkey, { isUserVerified = true, ...ceremony }: Ceremony) {
  passkey.count += 1;
  const data = authenticatorData(ceremony.rpId, PRESENT | (isUserVerified ? VERIFIED : 0), passkey.count);
  const client = clientData('webauthn.get', ceremony);
  const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, passkey.privateKey).toString('base64url'),
    },
  };
}

function clientData(type: string, { challenge, origin }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(rpId: string, flags: number, count: number): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(count);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter]);
}

/** CBOR, as far as it is needed: maps of small integers, short texts and bytes. A Buffer in `attStmt` is CBOR already. */
function map(entries: [string | number, string | number | Buffer][]): Buffer {
  const parts = entries.flatMap(([key, value]) => [item(key), key === 'attStmt' ? (value as Buffer) : item(value)]);
  return Buffer.concat([Buffer.from([0xa0 | entries.length]), ...parts]);
}

function item(value: string | number | Buffer): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  const bytes = Buffer.from(value as string);
  return Buffer.concat([head(typeof value === 'string' ? 3 : 2, bytes.length), bytes]);
}

function head(type: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(type << 5) | length]);
  return length < 256 ? Buffer.from([(type << 5) | 24, length]) : Buffer.from([(type << 5) | 25, length >> 8, length]);
}
