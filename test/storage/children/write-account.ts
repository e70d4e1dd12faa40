// Renames an account, as a CLI command would next to the running server.
import { openStore } from '../../../server/storage/store.ts';

const [databaseUrl, accountId, name] = process.argv.slice(2);
const store = await openStore(databaseUrl!, { watch: false });
await store.write(Number(accountId), (tx) =>
  tx.updateTable('account').set({ name: name! }).where('account_id', '=', Number(accountId)).execute(),
);
console.log('written');
await store.close();
