// `fingerpost serve`; after "slow" on standard input each request blocks the process for a while, after "block" the process
// itself does so again and again, until "quick".
import http from 'node:http';

const REQUEST_MS = 5;
const BLOCK_MS = 300;
let isSlow = false;
let timer: NodeJS.Timeout | undefined;

function keepBusy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

function block(): void {
  keepBusy(BLOCK_MS);
  timer = setTimeout(block, 0);
}

const { emit } = http.Server.prototype;
http.Server.prototype.emit = function (this: http.Server, ...event: unknown[]) {
  if (isSlow && event[0] === 'request') keepBusy(REQUEST_MS);
  return Reflect.apply(emit, this, event);
} as typeof emit;

process.stdin.setEncoding('utf8').on('data', (word) => {
  clearTimeout(timer);
  isSlow = String(word) === 'slow';
  if (String(word) === 'block') block();
});
process.stdin.unref();

process.argv[2] = 'serve';
await import('../../../server/cli/main.ts');
