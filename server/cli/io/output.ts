// The output of a command: text and aligned tables, or one JSON document.
import type { Failure } from '../failures.ts';
import type { CliIo } from './io.ts';

export interface Column<Item> {
  heading: string;
  cell(item: Item): string;
}

/** Shown as a table, whose last column may be long. `empty` is printed if there are no rows. */
export interface Listing<Item> {
  columns: Column<Item>[];
  empty: string;
}

export interface Output {
  readonly isJson: boolean;
  /** Prints the message; as JSON, the whole response. */
  done(response: { message: string } & Record<string, unknown>): void;
  /** Prints the value to standard output and the message to standard error; as JSON, the response. */
  value(value: string, response: { message: string } & Record<string, unknown>): void;
  /** Streams a listing in batches; it is never in memory as a whole. */
  list<Item>(batches: AsyncIterable<Item[]>, listing: Listing<Item>): Promise<void>;
  failure(failure: Failure): void;
}

type Streams = Pick<CliIo, 'stdout' | 'stderr'>;

export function textOutput({ stdout, stderr }: Streams): Output {
  return {
    isJson: false,
    done({ message }) {
      stdout.write(`${message}\n`);
    },
    value(value, { message }) {
      stdout.write(`${value}\n`);
      stderr.write(`${message}\n`);
    },
    async list(batches, { columns, empty }) {
      let widths: number[] = [];
      for await (const batch of batches) {
        const rows = batch.map((item) => columns.map(({ cell }) => printable(cell(item))));
        if (widths.length === 0) rows.unshift(columns.map(({ heading }) => heading));
        widths = columns.map((_, index) => Math.max(widths[index] ?? 0, ...rows.map((row) => row[index]!.length)));
        stdout.write(rows.map((row) => `${aligned(row, widths)}\n`).join(''));
      }
      if (widths.length === 0) stdout.write(`${empty}\n`);
    },
    failure({ lines }) {
      stderr.write(lines.map((line) => `${line}\n`).join(''));
    },
  };
}

export function jsonOutput({ stdout, stderr }: Streams): Output {
  const done: Output['done'] = (response) => void stdout.write(`${JSON.stringify({ status: true, response })}\n`);
  return {
    isJson: true,
    done,
    value: (_value, response) => done(response),
    async list(batches) {
      let separator = '\n';
      stdout.write('{"status":true,"response":[');
      for await (const batch of batches) {
        stdout.write(separator + batch.map((item) => JSON.stringify(item)).join(',\n'));
        separator = ',\n';
      }
      stdout.write('\n]}\n');
    },
    failure({ body }) {
      stderr.write(`${JSON.stringify(body)}\n`);
    },
  };
}

/** `2026-11-15 08:30:00` for a timestamp, `none` for null. */
export function shownTime(timestamp: string | null, none = ''): string {
  return timestamp?.slice(0, 19).replace('T', ' ') ?? none;
}

/** Keyset pagination: each batch starts after the last id of the one before. */
export async function* batchesOf<Item extends { id: number }>(
  read: (afterId: number, count: number) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  const size = 500;
  for (let afterId = 0; ; ) {
    const batch = await read(afterId, size);
    if (batch.length > 0) yield batch;
    if (batch.length < size) return;
    afterId = batch.at(-1)!.id;
  }
}

function aligned(row: string[], widths: number[]): string {
  return row
    .map((text, index) => text.padEnd(widths[index]!))
    .join('  ')
    .trimEnd();
}

/** Removes control characters, so that a name cannot control the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '�');
}
