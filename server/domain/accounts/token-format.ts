// A prefix + 32 random characters + a checksum of 6: a mistyped token is rejected without a query.
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECK_LENGTH = 6;
const BODY = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}$`);

export function newToken(prefix: string): string {
  let random = '';
  while (random.length < RANDOM_LENGTH) {
    for (const byte of randomBytes(RANDOM_LENGTH)) {
      // Avoid modulo bias: bytes from 248 on would make some characters more likely.
      if (byte < 248 && random.length < RANDOM_LENGTH) random += ALPHABET[byte % 62];
    }
  }
  return prefix + random + check(random);
}

export function isWellFormedToken(prefix: string, token: string): boolean {
  const body = token.slice(prefix.length);
  return token.startsWith(prefix) && BODY.test(body) && body.endsWith(check(body.slice(0, RANDOM_LENGTH)));
}

/** Tokens have 190 random bits or more, so that a plain hash is safe. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** The part of a token that lists may show. */
export function tokenHint(prefix: string, token: string): string {
  return `${token.slice(0, prefix.length + 4)}…`;
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
