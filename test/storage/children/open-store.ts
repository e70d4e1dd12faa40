// Opens the store on command, as every process does on start, and prints the migrations it applied.
import { once } from 'node:events';
import { openStore } from '../../../server/storage/store.ts';

console.log('ready');
await once(process.stdin, 'data');
const store = await openStore(process.argv[2]!, { watch: false });
console.log(store.applied.map((name) => `applied ${name}`).join('\n'));
await store.close();
process.stdin.destroy();
