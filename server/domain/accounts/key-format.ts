// fp_ + 32 random characters + a checksum of 6: a mistyped key is rejected without a query.
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'fp_';
const RANDOM_LENGTH = 32;
const CHECK_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}$`);

export function newKey(): string {
  let random = '';
  while (random.length < RANDOM_LENGTH) {
    for (const byte of randomBytes(RANDOM_LENGTH)) {
      // Avoid modulo bias: bytes from 248 on would make some characters more likely.
      if (byte < 248 && random.length < RANDOM_LENGTH) random += ALPHABET[byte % 62];
    }
  }
  return PREFIX + random + check(random);
}

export function isWellFormedKey(key: string): boolean {
  if (!FORM.test(key)) return false;
  const body = key.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return key.endsWith(check(body));
}

/** A key has 190 random bits, so that a plain hash is safe. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'base64url');
}

/** The part of a key that lists may show. */
export function keyHint(key: string): string {
  return `${key.slice(0, PREFIX.length + 4)}…`;
}

function check(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < CHECK_LENGTH) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
