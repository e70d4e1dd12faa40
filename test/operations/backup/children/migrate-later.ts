// Opens the store as every start does, in a version with one more migration. Prints what was applied.
import { openedStore } from '../../../../server/cli/context.ts';
import { readConfig } from '../../../../server/config.ts';
import { registerLaterMigration } from '../../../support/later-migration.ts';

registerLaterMigration();
const [databaseUrl, dataDir] = process.argv.slice(2);
const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
const store = await openedStore(config, { watch: false, report: () => {} });
console.log(JSON.stringify({ applied: store.applied }));
await store.close();
