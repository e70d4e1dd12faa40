// `fingerpost serve`; "block" on standard input blocks its event loop until "release".
const BUSY_MS = 300;
let timer: NodeJS.Timeout | undefined;

function keepBusy(): void {
  const until = performance.now() + BUSY_MS;
  while (performance.now() < until);
  timer = setTimeout(keepBusy, 0);
}

process.stdin.setEncoding('utf8').on('data', (word) => {
  clearTimeout(timer);
  if (String(word) === 'block') keepBusy();
});
process.stdin.unref();

process.argv[2] = 'serve';
await import('../../../server/cli/main.ts');
