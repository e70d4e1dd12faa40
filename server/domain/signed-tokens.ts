// Tokens in links that are signed instead of stored. They name records by their ids and are good for one purpose.
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOKEN = /^((?:[1-9]\d{0,15}\.){1,2})([\w-]{43})$/;

export function signToken(secret: string, purpose: string, ids: readonly number[]): string {
  const named = ids.join('.');
  return `${named}.${createHmac('sha256', secret).update(`${purpose} ${named}`).digest('base64url')}`;
}

/** The ids, or undefined if the token is not one of ours or is for another purpose. */
export function readSignedToken(secret: string, purpose: string, token: string): number[] | undefined {
  const [, named] = TOKEN.exec(token) ?? [];
  if (named === undefined) return undefined;
  const ids = named.slice(0, -1).split('.').map(Number);
  const expected = Buffer.from(signToken(secret, purpose, ids));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected) ? ids : undefined;
}
