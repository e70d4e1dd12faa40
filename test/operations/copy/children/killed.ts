// Copies, and is killed after COUNT progress reports: `killed.ts FROM TO COUNT`.
import { copyInstallation } from '../../../../server/operations/copy/index.ts';

const [from, to, count] = process.argv.slice(2) as [string, string, string];
let left = Number(count);
await copyInstallation({
  from,
  to,
  signal: new AbortController().signal,
  show() {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
console.log('It was not killed.');
