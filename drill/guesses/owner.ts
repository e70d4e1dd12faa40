// The owner of the account that others guess the password of.
import { withStore } from '../../bench/database.ts';
import { createAccount } from '../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { createClock } from '../../server/system/clock.ts';
import { call } from '../../test/support/server.ts';

export interface Owner {
  email: string;
  password: string;
}

export async function prepareOwner(databaseUrl: string): Promise<Owner> {
  const owner = { email: 'owner@example.com', password: 'three blue herons' };
  await withStore(databaseUrl, (store) =>
    createAccount(store, { username: 'owner', name: 'Owner', ...owner }, commandLine, createClock()()),
  );
  return owner;
}

/** `device` is the cookie by which the browser is known. */
export async function signInAsOwner(
  port: number,
  json: Owner,
  device: string | undefined,
): Promise<{ status: number; ms: number; device: string }> {
  const began = performance.now();
  const headers = { 'x-forwarded-for': '10.1.2.3', ...(device && { cookie: device }) };
  const answer = await call(`http://127.0.0.1:${port}`, 'POST /api/v1/auth/sign-in', { json, headers });
  const cookies = answer.headers['set-cookie'] ?? [];
  const known = cookies.find((cookie) => cookie.startsWith('fingerpost.device='))?.split(';', 1)[0] ?? '';
  return { status: answer.status, ms: performance.now() - began, device: known };
}
