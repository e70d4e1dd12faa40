// What browsers and better-auth exchange for passkeys.
import { invalid } from '../../../../contract/errors.ts';

export interface WebAuthnAnswer {
  options: Record<string, unknown>;
  /** `Set-Cookie` headers. */
  cookies: string[];
}

/** base64url of at most 1023 bytes, the limit of WebAuthn. */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/;
const TRANSPORT = /^[a-z-]{1,20}$/;
const MAX_TRANSPORTS = 10;

/** Checks the parts that are looked up or stored before the signature is verified, or without it. */
export function checkedCredential(credential: Record<string, unknown>): Record<string, unknown> & { id: string } {
  const { id, response } = credential;
  if (typeof id !== 'string' || !CREDENTIAL_ID.test(id) || !isRecord(response)) {
    throw invalid({ credential: ['The credential must be what the browser returned, as JSON.'] });
  }
  const { transports, ...rest } = response;
  const known = Array.isArray(transports) ? transports.filter((one) => TRANSPORT.test(String(one))) : [];
  return { ...credential, id, response: { ...rest, transports: known.slice(0, MAX_TRANSPORTS).map(String) } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
