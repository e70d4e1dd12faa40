// Empty databases with the current schema, for tests to copy: migrating takes ten times as long.
import { openStore } from '../../server/storage/store.ts';
import { engines } from './engines.ts';

export interface Templates {
  /** Passes their URLs to `engine.freshDatabase`. */
  readonly environment: Record<string, string>;
  drop(): Promise<void>;
}

export async function makeTemplates(): Promise<Templates> {
  const templates = await Promise.all(
    engines.map(async (engine) => {
      const { databaseUrl, drop } = await engine.emptyDatabase();
      const store = await openStore(databaseUrl, { watch: false });
      await store.close();
      return { variable: engine.template, databaseUrl, drop };
    }),
  );
  return {
    environment: Object.fromEntries(templates.map(({ variable, databaseUrl }) => [variable, databaseUrl])),
    async drop() {
      await Promise.all(templates.map(({ drop }) => drop()));
    },
  };
}
