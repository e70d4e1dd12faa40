// What a command works with: the settings, the store, opened when it is first asked for, and a place to print to.
import { Refusal } from '../../contract/errors.ts';
import { type Clock, createClock } from '../clock.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import type { Store, StoreOptions } from '../storage/store.ts';
import { reasonOf } from './failures.ts';
import type { CliIo } from './io.ts';
import type { Output } from './output.ts';

export interface Desk {
  readonly io: CliIo;
  /** Throws where a setting is wrong. */
  readonly config: Config;
  readonly clock: Clock;
  readonly output: Output;
  /** What there was to say about opening the store, in sentences; people have read it by then. */
  readonly remarks: readonly string[];
  store(): Promise<Store>;
  close(): Promise<void>;
  /** The error as one that people can do something about, where it is the store's. */
  explained(error: unknown): unknown;
}

export function openDesk(io: CliIo, output: Output): Desk {
  let config: Config | undefined;
  let store: Store | undefined;
  const remarks: string[] = [];

  function settings(): Config {
    config ??= readConfig(io.env);
    return config;
  }

  function tell(sentence: string): void {
    remarks.push(sentence);
    if (!output.isJson) io.stderr.write(`${sentence}\n`);
  }

  return {
    io,
    get config() {
      return settings();
    },
    clock: createClock(),
    output,
    remarks,
    async store() {
      store ??= await openedStore(settings(), { watch: false, tell });
      return store;
    },
    async close() {
      const open = store;
      store = undefined;
      await open?.close();
    },
    explained(error) {
      if (error instanceof Refusal || !store?.isUnavailable(error)) return error;
      return new Refusal('unavailable', `The store is away or too busy (${reasonOf(error)}); try again shortly.`, {
        cause: error,
      });
    },
  };
}

/** Where it cannot be opened, the error says so to people. */
export async function openedStore(
  config: Config,
  { tell, ...options }: StoreOptions & { tell(sentence: string): void },
): Promise<Store> {
  const { openStore } = await import('../storage/store.ts');
  const { databaseUrl, dataDir, migrationBackups: keep } = config;
  return openStore(databaseUrl, {
    ...options,
    async beforeMigration(dialect, pending) {
      const { backupBeforeMigration } = await import('../operations/backup/before-migration.ts');
      await backupBeforeMigration({ dialect, pending, dataDir, keep, clock: createClock(), tell });
    },
  }).catch(whyNotOpened(databaseUrl));
}

function whyNotOpened(databaseUrl: string): (error: unknown) => Promise<never> {
  return async (error) => {
    if (error instanceof Refusal) throw error;
    const { NewerSchema } = await import('../storage/migrations/index.ts');
    const { UnfinishedCopy } = await import('../storage/installation.ts');
    if (error instanceof NewerSchema || error instanceof UnfinishedCopy) throw new ConfigError([error.message]);
    throw new Refusal('unavailable', `The store ${shown(databaseUrl)} cannot be opened: ${reasonOf(error)}.`, {
      cause: error,
    });
  };
}

/** The address without what may be secret in it: user and password, and whatever is handed to the driver. */
export function shown(databaseUrl: string): string {
  return databaseUrl.replace(/:\/\/.*@/, '://').replace(/\?.*/, '');
}
