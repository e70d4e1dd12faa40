// The process of the `fingerpost` command: a thin shell around `run`.
import { exitCodes, failureOf } from './failures.ts';
import { processIo } from './io/process-io.ts';
import { run } from './run.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader such as `head` has all the lines that it wants. Nothing failed.
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  process.stderr.write(
    failureOf(error)
      .lines.map((line) => `${line}\n`)
      .join(''),
  );
  process.exit(exitCodes.failed);
});

process.exitCode = await run(process.argv.slice(2), processIo);
// After a stop timeout, open connections would keep the process alive.
if (process.exitCode !== exitCodes.done) process.exit();
