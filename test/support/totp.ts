// An authenticator app (RFC 6238), written apart from the service.
import { createHmac } from 'node:crypto';

/** The code at a time in microseconds; `secret` is base32. */
export function totpCode(secret: string, at: number): string {
  let bits = '';
  for (const letter of secret) bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
  const key = Buffer.from(
    Array.from({ length: bits.length >> 3 }, (_, i) => Number(`0b${bits.slice(i * 8, i * 8 + 8)}`)),
  );
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(at / 30_000_000), 4);
  const mac = createHmac('sha1', key).update(counter).digest();
  const start = mac[19]! % 16;
  const value = ((mac[start]! % 128) << 24) | (mac[start + 1]! << 16) | (mac[start + 2]! << 8) | mac[start + 3]!;
  return String(value % 1_000_000).padStart(6, '0');
}
