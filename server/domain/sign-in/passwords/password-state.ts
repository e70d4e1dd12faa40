import { hash } from 'node:crypto';

/** Changes with the password. Undefined stands for an account without one. */
export function passwordState(passwordHash: string | undefined): string {
  return hash('sha256', passwordHash ?? '', 'base64url');
}
