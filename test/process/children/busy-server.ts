// The service, with an event loop that can be kept busy: "block" and "release" on standard input.
import { readConfig } from '../../../server/config.ts';
import { serve } from '../../../server/main.ts';
import { openStore } from '../../../server/storage/store.ts';

const BUSY_MS = 300;
let timer: NodeJS.Timeout | undefined;

function keepBusy(): void {
  const until = performance.now() + BUSY_MS;
  while (performance.now() < until);
  timer = setTimeout(keepBusy, 0);
}

process.stdin.setEncoding('utf8').on('data', (word: string) => {
  clearTimeout(timer);
  if (word === 'block') keepBusy();
});

const config = readConfig(process.env);
await serve(config, await openStore(config.databaseUrl, { watch: true }));
process.stdin.destroy();
