// Databases with today's schema and nothing in them, for tests to copy: to migrate one takes ten times as long.
import { openStore } from '../../server/storage/store.ts';
import { engines } from './engines.ts';

export interface Templates {
  /** Tells `engine.freshDatabase` where they are. */
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
