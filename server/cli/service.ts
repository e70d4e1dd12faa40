// `fingerpost serve` and `fingerpost migrate`
import { type Command, command } from './command.ts';

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
    async run(_input, desk) {
      const { applied } = await desk.store();
      const message =
        applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The schema is up to date; nothing was to be done.';
      desk.output.done({ applied, message });
    },
  }),
];
