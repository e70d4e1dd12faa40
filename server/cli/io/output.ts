// What a command prints: sentences and aligned tables for people, one JSON document for programs.
import type { Failure } from '../failures.ts';
import type { CliIo } from './io.ts';

export interface Column<Item> {
  heading: string;
  cell(item: Item): string;
}

/** How a listing is shown: as a table, whose last column may hold any text, or in the sentence that there is nothing. */
export interface Listing<Item> {
  columns: Column<Item>[];
  empty: string;
}

export interface Output {
  readonly isJson: boolean;
  /** What was done, in a sentence; programs get it with what they may want to go on with. */
  done(response: { message: string } & Record<string, unknown>): void;
  /** One value that is wanted by itself, and what there is to know about it. */
  value(value: string, response: { message: string } & Record<string, unknown>): void;
  /** A listing in as many batches as it has: it is never held whole. */
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

/** `2026-11-15 08:30:00` for a timestamp, or what stands for none. */
export function shownTime(timestamp: string | null, none = ''): string {
  return timestamp?.slice(0, 19).replace('T', ' ') ?? none;
}

/** Each next batch after the last one's id, until there is none. */
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

/** Whatever a name holds, it does not steer the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '�');
}
