// The session of the caller, on routes that only sessions can call.
import type { FastifyRequest } from 'fastify';
import type { Micros } from '../../../contract/time.ts';
import type { SignedIn } from '../../domain/sign-in/sessions/security-change.ts';
import type { Caller } from './caller.ts';

export function signedIn({ caller }: Pick<FastifyRequest, 'caller'>): SignedIn & { freshUntil: Micros } {
  if (caller.kind !== 'session') throw new Error('A route for sessions was called with a key');
  return { accountId: caller.accountId, sessionId: caller.id, freshUntil: caller.freshUntil };
}

/** On public routes, where nobody has to be. */
export function isSignedIn(request: { caller?: Caller }): boolean {
  return request.caller !== undefined;
}
