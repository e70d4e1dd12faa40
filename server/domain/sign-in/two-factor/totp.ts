// Codes of authenticator apps (RFC 6238): six digits, SHA-1 and 30 seconds, which all apps support. The secret is stored
// encrypted, with AES-256-GCM and a key from the installation's secret. It belongs to one person: in the row of another, it cannot
// be opened.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ApiError, invalid } from '../../../../contract/errors.ts';
import { type Micros, SECOND } from '../../../../contract/time.ts';
import type { CredentialRow } from '../../../storage/people-tables.ts';
import type { SignIn } from '../index.ts';

const STEP = 30 * SECOND;
/** As long as the hash, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
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

/** The time step of the code, which is to be used up. Undefined if the code is wrong, or was used already. */
export async function rightStep(
  { secret, clock }: SignIn,
  credential: CredentialRow | undefined,
  code: string,
): Promise<number | undefined> {
  if (!credential?.totp_secret) return undefined;
  const opened = unseal(credential.totp_secret, credential.person_id, await secret());
  const step = opened === undefined ? undefined : stepOf(code, opened, clock());
  return step !== undefined && step > credential.totp_used_step ? step : undefined;
}

export function wrongCode(): ApiError {
  return invalid({ code: ['The code is wrong, has expired, or was used already.'] });
}

/** The time step of the code. Clocks may differ by one step. Undefined if the code is wrong. */
function stepOf(code: string, secret: string, now: Micros): number | undefined {
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
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
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

export function seal(text: string, personId: number, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce).setAAD(dataOf(personId));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Undefined if AUTH_SECRET has changed. No code is valid then. */
function unseal(sealed: string, personId: number, secret: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, NONCE_BYTES), options);
  decipher.setAAD(dataOf(personId)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'fingerpost totp secret', 32));
}

function dataOf(personId: number): Buffer {
  return Buffer.from(String(personId));
}
