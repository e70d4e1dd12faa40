// Empty databases with the current schema, for tests to copy: migrating takes ten times as long.
import { openStore } from '../../server/storage/store.ts';
import { dropCitusDatabases } from './citus.ts';
import { engines } from './engines.ts';

export interface Templates {
  /** Passes their URLs to `engine.freshDatabase`. */
  readonly environment: Record<string, string>;
  drop(): Promise<void>;
}

export async function makeTemplates(): Promise<Templates> {
  const templates = await Promise.all(
    engines.map(async ({ template, emptyDatabase }) => {
      if (template === undefined) return { environment: {}, drop: dropCitusDatabases };
      const { databaseUrl, drop } = await emptyDatabase();
      const store = await openStore(databaseUrl, { watch: false });
      await store.close();
      return { environment: { [template]: databaseUrl }, drop };
    }),
  );
  return {
    environment: Object.assign({}, ...templates.map(({ environment }) => environment)),
    async drop() {
      await Promise.all(templates.map(({ drop }) => drop()));
    },
  };
}
