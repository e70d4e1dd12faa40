// The service, with an event loop that can be kept busy: "block" and "release" on standard input.
import { serve } from '../../../server/main.ts';

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

await serve(process.env);
process.stdin.destroy();
