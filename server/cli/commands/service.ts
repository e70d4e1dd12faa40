// `fingerpost serve`, `fingerpost reload` and `fingerpost migrate`
import type { Store } from '../../storage/store.ts';
import { type Command, command } from '../command.ts';
import { explainUnavailable, openedStore } from '../context.ts';
import { exitCodes } from '../failures.ts';

export const serviceCommands: Command[] = [
  command({
    name: 'serve',
    summary: 'Run the service',
    arguments: [],
    options: {},
    notes:
      'PORT and HOST set the port and address to listen on, WORKERS the number of processes. SIGTERM or SIGINT stops the\nservice after all requests in progress are answered. A second signal stops it at once. SIGHUP replaces the workers.',
    example: 'PORT=8080 fingerpost serve',
    async run(_input, context) {
      const { config, io } = context;
      const { workerLink } = await import('../../processes/worker-link.ts');
      const link = workerLink();
      if (!link && config.workers > 1) {
        const { serveWithWorkers } = await import('../../processes/serve-workers.ts');
        return serveWithWorkers({ config, onStopSignal: io.onStopSignal, onReloadSignal: io.onReloadSignal });
      }
      const { serve } = await import('../../main.ts');
      // A terminal that closes sends SIGHUP to all processes. Only the primary acts on it.
      if (link) io.onReloadSignal(() => {});
      let store: Store | undefined;
      const isStopped = await serve({
        config,
        async open(options) {
          store = await openedStore(config, { watch: true, ...options });
          return store;
        },
        print: (text) => void io.stdout.write(text),
        onStopSignal(listener) {
          io.onStopSignal(listener);
          link?.onStop(listener);
        },
        link,
      }).catch((error: unknown) => {
        throw store ? explainUnavailable(store, error) : error;
      });
      link?.close();
      return isStopped ? exitCodes.done : exitCodes.failed;
    },
  }),

  command({
    name: 'reload',
    summary: 'Replace the workers of the running service, with the current settings',
    arguments: [],
    options: {},
    notes:
      'Needs a service with WORKERS of 2 or more. Each worker is replaced when its successor serves requests, so no request\nfails. DATABASE_URL, DATA_DIR and METRICS_PORT cannot change this way.',
    example: 'fingerpost reload',
    json: '{"message":"<sentence>"}',
    async run(_input, context) {
      const { config, io } = context;
      const { controlSocketOf, requestReload } = await import('../../processes/control.ts');
      const { settingsIn } = await import('../../processes/reload.ts');
      const message = await requestReload(controlSocketOf(config.dataDir), settingsIn(io.env));
      context.output.done({ message });
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
