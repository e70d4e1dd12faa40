// Codes of authenticator apps (RFC 6238): six digits, SHA-1 and 30 seconds, which all apps support.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Micros, SECOND } from '../../../../contract/time.ts';

const STEP = 30 * SECOND;
/** As long as the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** In base32, as apps expect it. */
export function newTotpSecret(): string {
  return base32(randomBytes(SECRET_BYTES));
}

/** For QR codes. `account` is what the app shows. */
export function totpUri(secret: string, account: string): string {
  const label = `Fingerpost:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=Fingerpost&algorithm=SHA1&digits=6&period=30`;
}

/** The time step of the code. Clocks may differ by one step. Undefined if the code is wrong. */
export function stepOf(code: string, secret: string, now: Micros): number | undefined {
  const digits = code.replaceAll(/[ -]/g, '');
  const current = Math.floor(now / STEP);
  return [current, current - 1, current + 1].find((step) => isSame(digits, codeAt(secret, step)));
}

function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = digest.at(-1)! & 0xf;
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

/** 5 bits per character; 20 bytes need no padding. */
function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replaceAll(/.{5}/g, (five) => ALPHABET[Number.parseInt(five, 2)]!);
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}
