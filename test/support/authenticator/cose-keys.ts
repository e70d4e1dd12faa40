// New keys, and their public part as COSE.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { map, type Value } from './cbor.ts';

export type Algorithm = 'EdDSA' | 'ES256' | 'ES384' | 'RS256' | 'RS256, padded' | 'PS256' | 'RS1' | 'ML-DSA-44';

interface Key {
  privateKey: KeyObject;
  coseKey: Buffer;
}

export function makeKey(algorithm: Algorithm): Key {
  return makers[algorithm]();
}

const makers: Record<Algorithm, () => Key> = {
  EdDSA: () =>
    cose(generateKeyPairSync('ed25519'), ({ x }) => [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, x!],
    ]),
  ES256: () => elliptic('P-256', -7, 1),
  ES384: () => elliptic('P-384', -35, 2),
  RS256: () => rsa(-257),
  'RS256, padded': () => rsa(-257, 3000),
  PS256: () => rsa(-37),
  RS1: () => rsa(-65535),
  'ML-DSA-44': () =>
    cose(generateKeyPairSync('ml-dsa-44'), ({ pub }) => [
      [1, 7],
      [3, -48],
      [-1, pub!],
    ]),
};

function elliptic(namedCurve: string, algorithm: number, curve: number): Key {
  const pair = generateKeyPairSync('ec', { namedCurve });
  return cose(pair, ({ x, y }) => [
    [1, 2],
    [3, algorithm],
    [-1, curve],
    [-2, x!],
    [-3, y!],
  ]);
}

function rsa(algorithm: number, zeros = 0): Key {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return cose(pair, ({ n, e }) => [
    [1, 3],
    [3, algorithm],
    [-1, Buffer.concat([Buffer.alloc(zeros), n!])],
    [-2, e!],
  ]);
}

function cose(
  { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject },
  entriesOf: (parts: Record<string, Buffer>) => [number, Value][],
): Key {
  const parts = Object.entries(publicKey.export({ format: 'jwk' })).map(([name, value]) => [
    name,
    Buffer.from(String(value), 'base64url'),
  ]);
  return { privateKey, coseKey: map(entriesOf(Object.fromEntries(parts))) };
}
