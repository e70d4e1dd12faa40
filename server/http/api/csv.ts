// CSV files as responses.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { CSV_START, csvLine } from '../../exports/csv.ts';

/** Only if `text/csv` is named: a client that accepts anything gets JSON, as from every other endpoint. */
export function wantsCsv(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes('text/csv')) return false;
  const accepted = new Map<string, number>();
  for (const entry of accept.toLowerCase().split(',')) {
    const [type, ...parameters] = entry.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    accepted.set(type!, quality === undefined ? 1 : Number(quality) || 0);
  }
  const csv = accepted.get('text/csv') ?? 0;
  return csv > 0 && csv >= (accepted.get('application/json') ?? 0);
}

/** Sends a short file, which has an ETag. */
export function sendCsvRows<Row extends object>(
  reply: FastifyReply,
  file: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): FastifyReply {
  const lines = rows.map((row) => csvLine(columns.map((name) => String(row[name] ?? ''))));
  describeCsv(reply, file);
  return reply.send(CSV_START + csvLine(columns) + lines.join(''));
}

function describeCsv(reply: FastifyReply, file: string): void {
  reply.header('Content-Disposition', `attachment; filename="${file}"`);
  reply.type('text/csv; charset=utf-8; header=present');
}

/** Streams the lines until the client disconnects. */
export async function sendCsv(
  reply: FastifyReply,
  file: string,
  lines: AsyncGenerator<string, void, undefined>,
): Promise<FastifyReply> {
  // End the generator: it may hold a slot that other requests wait for.
  const end = () => void lines.return().catch(() => {});
  reply.raw.once('close', end);
  // Read the first line before sending anything, so that a store error gets its own status.
  const { value: start = '' } = await lines.next();
  // If the client disconnected before the listener was added, there is no further event.
  if (reply.raw.destroyed) end();
  describeCsv(reply, file);
  return reply.send(Readable.from(continued(start, lines)));
}

async function* continued(start: string, rest: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  yield start;
  yield* rest;
}
