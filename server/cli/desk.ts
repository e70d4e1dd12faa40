// What a command works with: the settings, the store, opened when it is first asked for, and a place to print to.
import { Refusal } from '../../contract/errors.ts';
import { type Clock, createClock } from '../clock.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import type { Store } from '../storage/store.ts';
import { reasonOf } from './failures.ts';
import type { Output } from './output.ts';

export interface Desk {
  readonly environment: NodeJS.ProcessEnv;
  readonly config: Config;
  readonly clock: Clock;
  readonly output: Output;
  store(): Promise<Store>;
  close(): Promise<void>;
  /** The error as one that people can do something about, where it is the store's. */
  explained(error: unknown): unknown;
}

export function openDesk(environment: NodeJS.ProcessEnv, output: Output): Desk {
  const config = readConfig(environment);
  let store: Store | undefined;
  return {
    environment,
    config,
    clock: createClock(),
    output,
    async store() {
      store ??= await opened(config);
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

async function opened({ databaseUrl }: Config): Promise<Store> {
  const { openStore } = await import('../storage/store.ts');
  return openStore(databaseUrl, { watch: false }).catch(whyNotOpened(databaseUrl));
}

/** Why a store did not open, as an error to tell people. */
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
