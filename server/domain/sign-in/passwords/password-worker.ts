// The thread of `passwords.ts`. It yields to everybody else, and leaves the pool to files and DNS, which need it.
import { lowerThreadPriority } from '../../../workers/low-priority.ts';
import { serveTasks } from '../../../workers/serve-tasks.ts';
import { hashPassword, isPasswordOf } from '../../accounts/password-hash.ts';
import type { PasswordTask } from './passwords.ts';

lowerThreadPriority();

serveTasks(({ password, hash }: PasswordTask): string | boolean =>
  hash === undefined ? hashPassword(password) : isPasswordOf(hash, password),
);
