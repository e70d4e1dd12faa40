// The service with a clock set from outside: a line "AT SINCE" on its input sets it to AT, in microseconds, at the moment
// SINCE of the machine's monotonic clock, in nanoseconds, so that the clocks of several processes agree to the
// microsecond. Without SINCE the clock stands still.
import { createInterface } from 'node:readline';
import { processIo } from '../../../server/cli/io/process-io.ts';
import { readConfig } from '../../../server/config.ts';
import { serve } from '../../../server/main.ts';
import { openStore } from '../../../server/storage/store.ts';

let [at, since]: [number, bigint | undefined] = [Number(process.env.CLOCK), undefined];

createInterface(process.stdin).on('line', (line) => {
  const [moment, beginning] = line.split(' ');
  [at, since] = [Number(moment), beginning === undefined ? undefined : BigInt(beginning)];
  process.stdout.write(`the clock is set: ${line}\n`);
});
// Listening for input must not keep the process alive.
if ('unref' in process.stdin) process.stdin.unref();

const config = readConfig(process.env);
const clock = () => at + (since === undefined ? 0 : Number((process.hrtime.bigint() - since) / 1000n));
const isStopped = await serve({
  config,
  open: (options) => openStore(config.databaseUrl, { watch: true, ...options }),
  clock,
  print: (text) => void process.stdout.write(text),
  onStopSignal: processIo.onStopSignal,
});
if (!isStopped) process.exit(1);
