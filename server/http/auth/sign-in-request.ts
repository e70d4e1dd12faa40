// Who is at the other end of a sign-in, and the cookies that it is answered with.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInRequest } from '../../domain/sign-in/sign-in-request.ts';
import { networksOf } from '../../system/networks.ts';
import type { Services } from '../services.ts';

/** It is stored with the session. Longer ones name no other browser. */
const MAX_AGENT = 500;

const uncounted = { pause() {}, resume() {}, closed: false };

export async function signInRequestOf(
  { actorOf }: Pick<Services, 'actorOf'>,
  request: FastifyRequest,
): Promise<SignInRequest> {
  const actor = await actorOf(request);
  const { cookie, 'user-agent': userAgent } = request.headers;
  const agent = userAgent?.slice(0, MAX_AGENT);
  return { actor, networks: networksOf(actor.ip), cookie, userAgent: agent, wait: request.response ?? uncounted };
}

export function setCookies(reply: FastifyReply, cookies: readonly string[]): void {
  for (const cookie of cookies) reply.header('Set-Cookie', cookie);
}
