// How a request to a page or a link is counted. The answer says so, so that nobody has to guess.
import type { FastifyRequest } from 'fastify';
import { isBot } from '../../visits/agents.ts';

/** `uncounted`: it should have been, and could not be recorded anywhere. */
export type VisitKind = 'counted' | 'uncounted' | 'bot' | 'prefetch' | 'head';

export const VISIT_HEADER = 'Fingerpost-Visit';

/** Browsers fetch ahead what is then perhaps never looked at; each engine has its own header for it, or had. */
const purposes = ['sec-purpose', 'purpose', 'x-moz', 'x-purpose'];

export function visitKind({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): VisitKind {
  if (method === 'HEAD') return 'head';
  for (const name of purposes) {
    const purpose = headers[name];
    if (purpose !== undefined && /\b(prefetch|prerender|preview)\b/i.test(String(purpose))) return 'prefetch';
  }
  return isBot(headers['user-agent']) ? 'bot' : 'counted';
}
