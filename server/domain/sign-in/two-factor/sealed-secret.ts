// The secret of an authenticator app as it is stored: AES-256-GCM with a key from the installation's secret. It belongs to one
// person: in the row of another, it cannot be opened.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function seal(text: string, personId: number, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce).setAAD(dataOf(personId));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Undefined if AUTH_SECRET has changed. No code is valid then. */
export function unseal(sealed: string, personId: number, secret: string): string | undefined {
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
