// What a command works with: the settings, the store (opened on first use) and the output.
import { ApiError } from '../../contract/errors.ts';
import { type Config, ConfigError, type Environment, readConfig } from '../config.ts';
import { NoDatabase } from '../storage/dialects/dialect.ts';
import type { Store, StoreAccess, StoreOptions } from '../storage/store.ts';
import { UnusableSchema } from '../storage/unusable-schema.ts';
import { type Clock, createClock } from '../system/clock.ts';
import { MissingDatabase, reasonOf } from './failures.ts';
import type { CliIo } from './io/io.ts';
import type { Output } from './io/output.ts';

export interface CliContext {
  readonly io: CliIo;
  /** Throws if a setting is not valid. */
  readonly config: Config;
  readonly clock: Clock;
  readonly output: Output;
  /** Sentences reported while the store was opened. In text mode they are already printed. */
  readonly remarks: readonly string[];
  /** Opened once, with the access of the first call. */
  store(access: StoreAccess): Promise<Store>;
  close(): Promise<void>;
  /** Replaces an error of the store by one with advice; returns any other error unchanged. */
  explained(error: unknown): unknown;
}

export function openContext(io: CliIo, output: Output): CliContext {
  let config: Config | undefined;
  let store: Store | undefined;
  const remarks: string[] = [];

  function settings(): Config {
    config ??= readConfig(io.env);
    return config;
  }

  function report(sentence: string): void {
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
    async store(access) {
      store ??= await openedStore(settings(), { access, watch: false, report });
      return store;
    },
    async close() {
      const open = store;
      store = undefined;
      await open?.close();
    },
    explained(error) {
      if (error instanceof NoDatabase) return missingDatabase(error, settings(), io.env);
      return store ? explainUnavailable(store, error) : error;
    },
  };
}

/** Opens the store. Errors are explained in a sentence. */
export async function openedStore(
  config: Config,
  { report, ...options }: StoreOptions & { report(sentence: string): void },
): Promise<Store> {
  const { openStore } = await import('../storage/store.ts');
  const { databaseUrl, dataDir, migrationBackups: keep } = config;
  return openStore(databaseUrl, {
    ...options,
    async beforeMigration(dialect, pending) {
      const { backupBeforeMigration } = await import('../operations/backup/before-migration.ts');
      await backupBeforeMigration({ dialect, pending, dataDir, keep, clock: createClock(), report });
    },
  }).catch(explainOpening(databaseUrl));
}

/** An error because the database cannot be used, in a sentence; any other error unchanged. */
export function explainUnavailable(store: Pick<Store, 'isUnavailable'>, error: unknown): unknown {
  if (error instanceof ApiError || !store.isUnavailable(error)) return error;
  const sentence = `The database is not reachable, too busy or out of disk space (${reasonOf(error)}); try again shortly.`;
  return new ApiError('unavailable', sentence, { cause: error });
}

function explainOpening(databaseUrl: string): (error: unknown) => Promise<never> {
  return async (error) => {
    if (error instanceof ApiError || error instanceof NoDatabase || error instanceof UnusableSchema) throw error;
    const { UnfinishedCopy } = await import('../storage/installation.ts');
    if (error instanceof UnfinishedCopy) throw new ConfigError([error.message]);
    throw new ApiError('unavailable', `The database ${shown(databaseUrl)} cannot be opened: ${reasonOf(error)}.`, {
      cause: error,
    });
  };
}

/** Most often a mistyped setting: says which file is missing, what the settings are, and what to do. */
function missingDatabase(error: NoDatabase, config: Config, env: Environment): MissingDatabase {
  const isSet = (name: string) => (env[name] ?? '').trim() !== '';
  const dataDir = `DATA_DIR is ${isSet('DATA_DIR') ? 'set to' : 'not set, so it is'} ${config.dataDir}`;
  const where = isSet('DATABASE_URL') ? `DATABASE_URL is set to ${shown(config.databaseUrl)}` : dataDir;
  return new MissingDatabase(
    `There is no Fingerpost database here: ${error.message}. ${where}. Correct the setting, or create a new database with "fingerpost serve" or "fingerpost migrate".`,
    { cause: error },
  );
}

/** The URL without its secrets: user, password and driver options. */
export function shown(databaseUrl: string): string {
  return databaseUrl.replace(/:\/\/.*@/, '://').replace(/\?.*/, '');
}
