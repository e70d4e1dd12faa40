// Lets doctor check whether the service on a port uses the same database, without revealing anything to others. Both
// know the installation's id, a random secret that is only in the database. Doctor sends a random number signed with
// it. The service answers only a valid signature, with its own signature that covers which database it has open. A copy
// of an installation has the same id but is a different database.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Dialect } from './dialects/dialect.ts';
import { installationId } from './installation.ts';

export const CHALLENGE_HEADER = 'fingerpost-challenge';
export const PROOF_HEADER = 'fingerpost-proof';

const CHALLENGE = /^([0-9a-f]{32})\.([0-9a-f]{64})$/;

export interface Challenge {
  /** What to send. */
  readonly challenge: string;
  /** The answer of a service on the same database. */
  readonly proof: string;
}

export async function createChallenge(dialect: Dialect): Promise<Challenge> {
  const id = await installationId(dialect.read);
  const nonce = randomBytes(16).toString('hex');
  const challenge = `${nonce}.${signature(id, 'challenge', nonce)}`;
  return { challenge, proof: signature(id, 'proof', nonce, await dialect.identity()) };
}

/** Returns the proof for a valid challenge of this installation, undefined for any other. */
export async function answerChallenge(dialect: Dialect, challenge: unknown): Promise<string | undefined> {
  const [, nonce, signed] = CHALLENGE.exec(String(challenge)) ?? [];
  if (nonce === undefined) return undefined;
  const id = await installationId(dialect.read);
  if (!isEqual(signed!, signature(id, 'challenge', nonce))) return undefined;
  return signature(id, 'proof', nonce, await dialect.identity());
}

function signature(id: string, ...parts: string[]): string {
  return createHmac('sha256', id).update(parts.join('\n')).digest('hex');
}

function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
