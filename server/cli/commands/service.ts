// `fingerpost serve` and `fingerpost migrate`
import { type Command, command } from '../command.ts';
import { openedStore } from '../context.ts';
import { exitCodes } from '../failures.ts';

export const serviceCommands: Command[] = [
  command({
    name: 'serve',
    summary: 'Run the service',
    arguments: [],
    options: {},
    notes:
      'PORT and HOST set the port and address to listen on. SIGTERM or SIGINT stops the service after all requests in progress\nare answered. A second signal stops it at once.',
    example: 'PORT=8080 fingerpost serve',
    async run(_input, context) {
      const { serve } = await import('../../main.ts');
      const { config, io } = context;
      const isStopped = await serve({
        config,
        open: (options) => openedStore(config, { watch: true, ...options }),
        print: (text) => void io.stdout.write(text),
        onStopSignal: io.onStopSignal,
      });
      return isStopped ? exitCodes.done : exitCodes.failed;
    },
  }),

  command({
    name: 'migrate',
    summary: 'Apply database migrations, as serve does at start',
    arguments: [],
    options: {},
    example: 'DATABASE_URL=postgres://fingerpost@db.internal/fingerpost fingerpost migrate',
    notes: 'An SQLite database that is not empty is backed up to DATA_DIR/backups first (see MIGRATION_BACKUPS).',
    json: '{"applied":["<migration>"],"remarks":["<sentence about the backup>"],"message":"<sentence>"}',
    async run(_input, context) {
      const { applied } = await context.store('create');
      const message = applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date.';
      context.output.done({ applied, remarks: context.remarks, message });
    },
  }),
];
