// `fingerpost distribute`
import { ApiError, invalid } from '../../../contract/errors.ts';
import type { DistributeReport } from '../../operations/distribute/index.ts';
import { type Command, command } from '../command.ts';
import { progressBar } from '../io/progress.ts';

const MAX_SHARDS = 1024;

export const distributeCommands: Command[] = [
  command({
    name: 'distribute',
    summary: 'Distribute the database over the servers of a Citus cluster',
    arguments: [],
    options: {
      shards: {
        type: 'string',
        value: 'N',
        help: `The number of shards, up to ${MAX_SHARDS} (default: 32). It cannot be changed later`,
      },
      'dry-run': { type: 'boolean', help: 'Show what would be done, and change nothing' },
    },
    notes: `DATABASE_URL is the coordinator of the cluster. The service must be stopped. All rows of an account are stored in one
shard; lookup tables are copied to every server; the rest stays on the coordinator. Run the command again after an
interruption: it goes on with the tables that are left.`,
    example: 'DATABASE_URL=postgres://fingerpost@coordinator.internal/fingerpost fingerpost distribute --shards 64',
    json: `{"shards":<number>,"servers":<number with shards>,"dry_run":<true or false>,
"tables":[{"table","placement":"distributed|reference|local"}],"message":"<sentence>"}`,
    async run({ options }, context) {
      const shards = options.shards === undefined ? undefined : shardCount(options.shards);
      const { distribute } = await import('../../operations/distribute/index.ts');
      const bar = progressBar(context.io.stderr);
      const controller = new AbortController();
      const dispose = context.io.onStopSignal(() =>
        controller.abort(new ApiError('internal', 'Interrupted; run the same command again to continue.')),
      );
      const isDryRun = options['dry-run'];
      try {
        const { databaseUrl } = context.config;
        const report = await distribute({ databaseUrl, shards, isDryRun, signal: controller.signal, show: bar.show });
        bar.end();
        const { distributed, ...totals } = report;
        const message = messageOf(report, isDryRun);
        context.output.value(table(report), { ...totals, dry_run: isDryRun, tables: distributed, message });
      } finally {
        bar.end();
        dispose();
      }
    },
  }),
];

function shardCount(given: string): number {
  const count = Number(given);
  if (/^\d+$/.test(given) && count >= 1 && count <= MAX_SHARDS) return count;
  throw invalid({ shards: [`--shards must be a whole number from 1 to ${MAX_SHARDS} (it is "${given}").`] });
}

function table({ distributed }: DistributeReport): string {
  const width = Math.max(0, ...distributed.map(({ table }) => table.length));
  return distributed.map(({ table, placement }) => `${table.padEnd(width)}  ${placement}`).join('\n');
}

function messageOf({ shards, servers, distributed }: DistributeReport, isDryRun: boolean): string {
  const where = `${shards} ${shards === 1 ? 'shard' : 'shards'} on ${servers} ${servers === 1 ? 'server' : 'servers'}`;
  if (distributed.length === 0) return `All tables are distributed already: ${where}.`;
  const tables = distributed.length === 1 ? 'table' : 'tables';
  if (isDryRun) return `Would distribute ${distributed.length} ${tables}: ${where}. Nothing was changed.`;
  return `Distributed ${distributed.length} ${tables}: ${where}. Start the service again.`;
}
