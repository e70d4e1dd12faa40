// Codes that replace the authenticator app, each of them once. Only hashes are stored, keyed with the installation's secret.
import { createHmac, randomBytes } from 'node:crypto';
import { limits } from '../../../../contract/limits.ts';
import type { CredentialRow } from '../../../storage/people-tables.ts';

/** Crockford's base32: no letter looks like another letter or a digit. Twelve of them have 60 bits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 12;

/** `7h2k-9mxq-4c0d` */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: limits.recoveryCodes }, () => {
    const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return letters.match(/.{4}/g)!.join('-');
  });
}

export function storedRecoveryCodes(codes: readonly string[], secret: string): string {
  return JSON.stringify(codes.map((code) => hashed(code, secret)));
}

/** The remaining codes after this one is used; undefined if it is wrong. */
export function withoutRecoveryCode(stored: Stored, code: string, secret: string): string[] | undefined {
  const hashes = hashesIn(stored);
  const used = hashed(code, secret);
  return hashes.includes(used) ? hashes.filter((one) => one !== used) : undefined;
}

type Stored = Pick<CredentialRow, 'recovery_codes'>;

export function hashesIn({ recovery_codes }: Stored): string[] {
  return JSON.parse(recovery_codes) as string[];
}

/** Tolerates spaces, upper case and look-alike letters. */
function hashed(code: string, secret: string): string {
  const plain = code.toLowerCase().replaceAll(/[ -]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return createHmac('sha256', secret).update(`recovery code ${plain}`).digest('base64url');
}
