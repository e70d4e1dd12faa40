// The process of the `fingerpost` command: a thin shell around `run`.
import { exitCodes, failureOf } from './failures.ts';
import { processIo } from './io/process-io.ts';
import { run } from './run.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that takes only the first lines of a list, such as `head`, has them. Nothing failed.
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  process.stderr.write(
    failureOf(error)
      .lines.map((line) => `${line}\n`)
      .join(''),
  );
  process.exit(exitCodes.failed);
});

process.exitCode = await run(process.argv.slice(2), processIo);
// A service that could not finish in time still has open connections, which would keep the process alive.
if (process.exitCode !== exitCodes.done) process.exit();
