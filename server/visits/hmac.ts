// HMAC-SHA-256 of short texts under a few keys, in half the time that an object of Node's for each takes: two hashes, the
// key's part of each made beforehand (RFC 2104).
import { hash, type KeyObject } from 'node:crypto';

const BLOCK = 64;
const DIGEST = 32;
const LONGEST_TEXT = 4096;

interface Pads {
  inner: Buffer;
  outer: Buffer;
}

const kept = new WeakMap<KeyObject, Pads>();

/** The key has at most 64 bytes, the text at most 4096; the result is in base64url. */
export function hmac(key: KeyObject, text: string): string {
  const { inner, outer } = kept.get(key) ?? padsOf(key);
  const length = Buffer.byteLength(text);
  if (length > LONGEST_TEXT) throw new RangeError(`An HMAC of ${length} bytes was asked for`);
  inner.write(text, BLOCK);
  outer.write(hash('sha256', inner.subarray(0, BLOCK + length), 'hex'), BLOCK, 'hex');
  return hash('sha256', outer, 'base64url');
}

function padsOf(key: KeyObject): Pads {
  const bytes = key.export();
  const pad = (byte: number, room: number) =>
    Buffer.from(Array.from({ length: BLOCK + room }, (_, index) => (index < BLOCK ? (bytes[index] ?? 0) ^ byte : 0)));
  const pads = { inner: pad(0x36, LONGEST_TEXT), outer: pad(0x5c, DIGEST) };
  kept.set(key, pads);
  return pads;
}
