import { hash } from 'node:crypto';

/** Session tokens have 190 random bits: a plain hash of one gives nothing away. */
export function hashSessionToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
