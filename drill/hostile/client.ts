// A client that signs in with a password, from a network of its own.
import { call } from '../../test/support/server.ts';

export interface Client {
  login: string;
  password: string;
  address: string;
  /** The cookie by which the browser is known. */
  device?: string;
}

export interface SignedIn {
  status: number | 'closed';
  /** The message of an error. */
  why: string;
  retryAfter: number;
  ms: number;
  device: string;
}

export async function signIn(port: number, { login, password, address, device }: Client): Promise<SignedIn> {
  const began = performance.now();
  const headers = { 'x-forwarded-for': address, ...(device && { cookie: device }) };
  const request = { json: { email: login, password }, headers };
  const answer = await call(`http://127.0.0.1:${port}`, 'POST /api/v1/auth/sign-in', request).catch(() => undefined);
  const cookies = answer?.headers['set-cookie'] ?? [];
  return {
    status: answer?.status ?? 'closed',
    why: answer?.body?.code ? answer.body.response : '',
    retryAfter: Number(answer?.headers['retry-after'] ?? 0),
    ms: performance.now() - began,
    device: cookies.find((cookie) => /^fingerpost\.device=/.test(cookie))?.split(';', 1)[0] ?? '',
  };
}
