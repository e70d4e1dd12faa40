// `fingerpost serve`; after "slow" on standard input each request blocks the process for a while, until "quick".
import http from 'node:http';

const BUSY_MS = 5;
let isSlow = false;

const { emit } = http.Server.prototype;
http.Server.prototype.emit = function (this: http.Server, ...event: unknown[]) {
  const until = performance.now() + BUSY_MS;
  while (isSlow && event[0] === 'request' && performance.now() < until);
  return Reflect.apply(emit, this, event);
} as typeof emit;

process.stdin.setEncoding('utf8').on('data', (word) => {
  isSlow = String(word) === 'slow';
});
process.stdin.unref();

process.argv[2] = 'serve';
await import('../../../server/cli/main.ts');
