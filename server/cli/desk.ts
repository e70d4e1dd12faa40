// What a command works with: the settings, the store, opened when it is first asked for, and a place to print to.
import { Refusal } from '../../contract/errors.ts';
import { type Clock, createClock } from '../clock.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import type { Store, StoreOptions } from '../storage/store.ts';
import { reasonOf } from './failures.ts';
import type { Output } from './output.ts';

export interface Desk {
  readonly environment: Record<string, string | undefined>;
  /** Throws where a setting is wrong. */
  readonly config: Config;
  readonly clock: Clock;
  readonly output: Output;
  store(): Promise<Store>;
  close(): Promise<void>;
  /** The error as one that people can do something about, where it is the store's. */
  explained(error: unknown): unknown;
}

export function openDesk(environment: NodeJS.ProcessEnv, output: Output): Desk {
  let config: Config | undefined;
  let store: Store | undefined;

  function settings(): Config {
    config ??= readConfig(environment);
    return config;
  }

  return {
    environment,
    get config() {
      return settings();
    },
    clock: createClock(),
    output,
    async store() {
      store ??= await openedStore(settings(), { watch: false });
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
export async function openedStore({ databaseUrl }: Config, options: StoreOptions): Promise<Store> {
  const { openStore } = await import('../storage/store.ts');
  return openStore(databaseUrl, options).catch(whyNotOpened(databaseUrl));
}

function whyNotOpened(databaseUrl: string): (error: unknown) => Promise<never> {
  return async (error) => {
    const { NewerSchema } = await import('../storage/migrations/index.ts');
    if (error instanceof NewerSchema) throw new ConfigError([error.message]);
    throw new Refusal('unavailable', `The store ${shown(databaseUrl)} cannot be opened: ${reasonOf(error)}.`, {
      cause: error,
    });
  };
}

/** The address without what may be secret in it: user and password, and whatever is handed to the driver. */
function shown(databaseUrl: string): string {
  return databaseUrl.replace(/:\/\/.*@/, '://').replace(/\?.*/, '');
}
