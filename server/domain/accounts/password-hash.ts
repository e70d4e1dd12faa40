// How passwords are stored: scrypt with a salt, `salt:key` in hexadecimal. Synchronous: the service calls it in a thread of
// its own, and a command has nothing else to do.
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

const COST = { N: 16384, r: 16, p: 1, maxmem: 128 * 16384 * 16 * 2 };
const KEY_BYTES = 64;

export function hashPassword(password: string): string {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${keyOf(password, salt).toString('hex')}`;
}

export function isPasswordOf(hash: string, password: string): boolean {
  const [salt = '', key = ''] = hash.split(':');
  const expected = Buffer.from(key, 'hex');
  const actual = keyOf(password, salt);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function keyOf(password: string, salt: string): Buffer {
  return scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, COST);
}
