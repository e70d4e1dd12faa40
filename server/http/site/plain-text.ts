// Error responses in plain text, for requests for files.
import type { FastifyReply } from 'fastify';

export function sendPlainly(reply: FastifyReply, status: number, sentence: string) {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/plain; charset=utf-8')
    .send(`${sentence}\n`);
}

/** Undefined if the text is not an id. */
export function idOf(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
