// Short answers in plain text, where a file was asked for and there is none.
import type { FastifyReply } from 'fastify';

export function sendPlainly(reply: FastifyReply, status: number, sentence: string) {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/plain; charset=utf-8')
    .send(`${sentence}\n`);
}

/** The number that a name of a file begins with; undefined where it is no id. */
export function idOf(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
