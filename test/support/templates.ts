// Databases with the current schema and no accounts, for tests to copy.
import { engines } from './engines.ts';

export interface Templates {
  /** Passes their URLs to `engine.freshDatabase`. */
  readonly environment: Record<string, string>;
  drop(): Promise<void>;
}

export async function makeTemplates(): Promise<Templates> {
  const templates = await Promise.all(
    engines.map(async ({ template, newInstallation }) => {
      const { databaseUrl, drop } = await newInstallation();
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
