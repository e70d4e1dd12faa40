// `fingerpost serve` and `fingerpost migrate`
import { type Command, command } from './command.ts';
import { openedStore } from './context.ts';
import { exitCodes } from './failures.ts';

export const serviceCommands: Command[] = [
  command({
    name: 'serve',
    summary: 'Serve pages and API until told to stop',
    arguments: [],
    options: {},
    notes: 'PORT and HOST say where. The first signal to stop lets what is under way finish.',
    example: 'PORT=8080 fingerpost serve',
    async run(_input, context) {
      const { serve } = await import('../main.ts');
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
    summary: "Bring the database's schema up to date, as every start does",
    arguments: [],
    options: {},
    example: 'DATABASE_URL=postgres://fingerpost@db.internal/fingerpost fingerpost migrate',
    notes: 'An SQLite database with data in it is saved first, in DATA_DIR/backups (see MIGRATION_BACKUPS).',
    json: '{"applied":["<migration>"],"remarks":["<what was done about a backup>"],"message":"<sentence>"}',
    async run(_input, context) {
      const { applied } = await context.store('create');
      const message =
        applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date; nothing was to be done.';
      context.output.done({ applied, remarks: context.remarks, message });
    },
  }),
];
