// Opens the store when told to, as every process of ours does at its start.
import { once } from 'node:events';
import { openStore } from '../../../server/storage/store.ts';

console.log('ready');
await once(process.stdin, 'data');
const store = await openStore(process.argv[2]!, { watch: false });
await store.close();
process.stdin.destroy();
