// Renames an account, as a command given beside the running server would.
import { openStore } from '../../../server/storage/store.ts';

const [databaseUrl, accountId, name] = process.argv.slice(2);
const store = await openStore(databaseUrl!, { watch: false });
await store.write(Number(accountId), (tx) =>
  tx.updateTable('account').set({ name: name! }).where('account_id', '=', Number(accountId)).execute(),
);
console.log('written');
await store.close();
