// fp_ + 32 random characters + 6 that check them: a mistyped key is told without a look-up.
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
      // Bytes past the last whole multiple of 62 would make some characters likelier than others.
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

/** A key has 190 random bits: a plain hash of it gives nothing away. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'base64url');
}

/** What a list may show of a key. */
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
