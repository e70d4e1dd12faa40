// `fingerpost copy`
import { ApiError, invalid } from '../../../contract/errors.ts';
import { databaseUrl } from '../../config.ts';
import type { CopyReport } from '../../operations/copy/index.ts';
import { NoDatabase } from '../../storage/dialects/dialect.ts';
import { type Command, command } from '../command.ts';
import { shown } from '../context.ts';
import { reasonOf } from '../failures.ts';
import type { CliIo } from '../io/io.ts';
import { progressBar } from '../io/progress.ts';

export const copyCommands: Command[] = [
  command({
    name: 'copy',
    summary: 'Copy all data to another database and verify the copy',
    arguments: [],
    options: {
      from: {
        type: 'string',
        value: 'ADDRESS',
        help: 'The database to copy; it is not changed (default: DATABASE_URL)',
      },
      to: {
        type: 'string',
        value: 'ADDRESS',
        required: true,
        help: 'An empty database, or an earlier copy of the same source',
      },
    },
    notes: `Source and target are sqlite:PATH or postgres://USER@HOST/DATABASE, in any combination. A password in an address is visible
to all users of this machine while the command runs: use PGPASSWORD or ~/.pgpass instead.

The service can run meanwhile, but its later writes are not in the copy. Run the same command again to copy only what
changed, the last time with the service stopped. Run it again after an interruption too. The service does not start on an
unfinished copy. After the service has used a copy, it is not overwritten any more.`,
    example: 'fingerpost copy --from sqlite:data/fingerpost.db --to postgres://fingerpost@db.internal/fingerpost',
    json: `{"tables":[{"table","rows","written","checksum"}],"rows":<total>,"written":<new or changed rows>,
"seconds":<duration>,"source_changed":<true if it changed meanwhile>,"message":"<sentences>"}. The checksum is the SHA-256 of the rows.`,
    async run({ options }, context) {
      // Before anything else: threads inherit the priority. The service may run at the same time.
      context.io.lowerPriority();
      const from = options.from === undefined ? context.config.databaseUrl : address('from', options.from);
      const to = address('to', options.to);
      const { copyInstallation } = await import('../../operations/copy/index.ts');
      const bar = progressBar(context.io.stderr);
      const stop = stopSignal(context.io);
      const began = performance.now();
      try {
        const report = await copyInstallation({ from, to, signal: stop.signal, show: bar.show });
        bar.end();
        const seconds = (performance.now() - began) / 1000;
        context.output.value(table(report), { ...totals(report), seconds, ...outcome(report, { from, to, seconds }) });
      } catch (error) {
        bar.end();
        throw await explained(error, { from, to, isFromSettings: options.from === undefined });
      } finally {
        stop.dispose();
      }
    },
  }),
];

/** Accepts the same forms as DATABASE_URL. */
function address(option: string, given: string): string {
  try {
    return databaseUrl(given.trim());
  } catch (error) {
    throw invalid({ [option]: [`--${option} ${(error as Error).message}.`] });
  }
}

/** The first signal lets the current batch finish; a second one ends the process at once. */
function stopSignal(io: CliIo) {
  const controller = new AbortController();
  const dispose = io.onStopSignal(() =>
    controller.abort(new ApiError('internal', 'Interrupted; run the same command again to continue.')),
  );
  return { signal: controller.signal, dispose };
}

async function explained(
  error: unknown,
  { isFromSettings, ...addresses }: { from: string; to: string; isFromSettings: boolean },
): Promise<unknown> {
  const { EndFailure } = await import('../../operations/copy/ends.ts');
  if (!(error instanceof EndFailure)) return error;
  if (error.end === 'source' && isFromSettings && error.cause instanceof NoDatabase) return error.cause;
  const which = `The ${error.end} ${shown(error.end === 'source' ? addresses.from : addresses.to)}`;
  const reason = reasonOf(error.cause);
  const sentence = error.isAway
    ? `${which} is not reachable or too busy (${reason}); run the same command again to continue.`
    : `${which} cannot be opened: ${reason}.`;
  return new ApiError('unavailable', sentence, { cause: error });
}

function totals({ tables }: CopyReport) {
  const sum = (of: 'rows' | 'written') => tables.reduce((total, table) => total + table[of], 0);
  return { tables, rows: sum('rows'), written: sum('written') };
}

function table(report: CopyReport): string {
  const { tables, rows, written } = totals(report);
  const lines = [
    ['TABLE', 'ROWS', 'WRITTEN', 'SHA-256'],
    ...tables.map((row) => [row.table, grouped(row.rows), grouped(row.written), row.checksum.slice(0, 12)]),
    ['all', grouped(rows), grouped(written), ''],
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map(([name, ...numbers]) => {
      const [count, changed, checksum] = numbers.map((text, index) => text.padStart(widths[index + 1] ?? 0));
      return `${name!.padEnd(widths[0]!)}  ${count}  ${changed}  ${checksum}`.trimEnd();
    })
    .join('\n');
}

function outcome(
  { isSourceChanged }: CopyReport,
  { from, to, seconds }: { from: string; to: string; seconds: number },
) {
  const copied = `Copied ${shown(from)} to ${shown(to)} in ${Math.round(seconds)} s and verified every table.`;
  const next = isSourceChanged
    ? 'The source changed during the copy: stop the service and run the same command again to copy the changes.'
    : 'The source did not change during the copy: start the service with DATABASE_URL set to the copy. Uploads are not in a database; they stay in DATA_DIR.';
  return { source_changed: isSourceChanged, message: `${copied}\n${next}` };
}

/** `1,234,567` */
function grouped(count: number): string {
  return count.toLocaleString('en');
}
