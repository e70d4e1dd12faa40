// `fingerpost serve`, where each request keeps the process busy for a while as soon as "slow" was said on standard input,
// until "quick" is.
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
