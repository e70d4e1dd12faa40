// Tables as CSV (RFC 4180), for people who open them in a spreadsheet: in UTF-8 with the mark that tells it, and so
// that nothing in them is taken for a formula.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Where a spreadsheet may begin a cell, if what follows would make it a formula. */
const FORMULA_START = /^(?=[\t\r])|(?<=^|[;\t\r\n])(?=["\p{Zs}]*[=+\-@＝＋－＠])/gu;

/** Told by programs of the office from bytes of their own code page by this alone. */
export const CSV_START = '\ufeff';

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * A cell that a spreadsheet would compute gets an apostrophe in front. With another delimiter than the comma, which some
 * locales use, quotes in the middle of a line mean nothing: every `;`, tab and line end then begins a cell.
 */
function csvCell(text: string): string {
  const guarded = text.replace(FORMULA_START, "'");
  return /[",;\t\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Only who names it gets it: whoever takes anything gets JSON, as from every other address. */
export function wantsCsv(accept: string | undefined): boolean {
  const wishes = new Map<string, number>();
  for (const wish of (accept ?? '').toLowerCase().split(',')) {
    const [type, ...parameters] = wish.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    wishes.set(type!, quality === undefined ? 1 : Number(quality) || 0);
  }
  const csv = wishes.get('text/csv') ?? 0;
  return csv > 0 && csv >= (wishes.get('application/json') ?? 0);
}

/** Sends the table as it is made, for as long as somebody reads it. */
export async function sendCsv(
  reply: FastifyReply,
  file: string,
  lines: AsyncGenerator<string, void, undefined>,
): Promise<FastifyReply> {
  // Whoever makes it may hold a place that others wait for.
  const end = () => void lines.return().catch(() => {});
  reply.raw.once('close', end);
  // What the store cannot give is told as such, before anything is sent.
  const { value: start = '' } = await lines.next();
  // Who left before we listened is not told of again.
  if (reply.raw.destroyed) end();
  reply.header('Content-Disposition', `attachment; filename="${file}"`);
  reply.type('text/csv; charset=utf-8; header=present');
  return reply.send(Readable.from(continued(start, lines)));
}

async function* continued(start: string, rest: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  yield start;
  yield* rest;
}
