// The thread of `passwords.ts`: scrypt with the parameters and in the format of better-auth. Synchronous, so that it runs
// in this thread, which yields to everybody else, and not in the pool that files and DNS need.
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { lowerThreadPriority } from '../../../workers/low-priority.ts';
import { serveTasks } from '../../../workers/serve-tasks.ts';
import type { PasswordTask } from './passwords.ts';

const COST = { N: 16384, r: 16, p: 1, maxmem: 128 * 16384 * 16 * 2 };
const KEY_BYTES = 64;

lowerThreadPriority();

serveTasks(({ password, hash }: PasswordTask): string | boolean => {
  if (hash === undefined) {
    const salt = randomBytes(16).toString('hex');
    return `${salt}:${keyOf(password, salt).toString('hex')}`;
  }
  const [salt = '', key = ''] = hash.split(':');
  const expected = Buffer.from(key, 'hex');
  const actual = keyOf(password, salt);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
});

function keyOf(password: string, salt: string): Buffer {
  return scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, COST);
}
