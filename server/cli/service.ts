// `fingerpost serve` and `fingerpost migrate`
import { type Command, command } from './command.ts';
import { whyNotOpened } from './desk.ts';

export const serviceCommands: Command[] = [
  command({
    name: 'serve',
    summary: 'Serve pages and API until told to stop',
    arguments: [],
    options: {},
    notes: 'PORT and HOST say where. The first signal to stop lets what is under way finish.',
    example: 'PORT=8080 fingerpost serve',
    async run(_input, desk) {
      // What is wrong with the store is then told here as by every other command.
      await desk.store();
      await desk.close();
      const { serve } = await import('../main.ts');
      await serve(desk.environment);
    },
  }),

  command({
    name: 'migrate',
    summary: "Bring the database's schema up to date, as every start does",
    arguments: [],
    options: {},
    example: 'DATABASE_URL=postgres://fingerpost@db.internal/fingerpost fingerpost migrate',
    json: '{"applied":["<migration>"],"message":"<sentence>"}',
    async run(_input, { config, output }) {
      const { openDialect } = await import('../storage/dialects/open.ts');
      const { migrate } = await import('../storage/migrations/index.ts');
      const applied = await migrated().catch(whyNotOpened(config.databaseUrl));
      const message =
        applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date; nothing was to be done.';
      output.done({ applied, message });

      async function migrated(): Promise<string[]> {
        const dialect = openDialect(config.databaseUrl);
        try {
          return await migrate(dialect);
        } finally {
          await dialect.close();
        }
      }
    },
  }),
];
