// A child process of a drill that answers orders one at a time.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const ANSWER_LIMIT_MS = 60_000;

export function startScript(t: TestContext, script: URL): ChildProcess {
  const child = fork(fileURLToPath(script), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env.PATH },
  });
  killAfter(t, child);
  return child;
}

export function killAfter(t: TestContext, child: ChildProcess): void {
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
}

/** Rejects if the process ends or takes too long. */
export async function ask<Answer>(child: ChildProcess, order: object | string): Promise<Answer> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
  try {
    const answered = once(child, 'message', { signal });
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error(`${child.spawnargs.at(-1)} ended before it answered.`);
    });
    child.send(order);
    const [answer] = await Promise.race([answered, ended]);
    return answer;
  } finally {
    over.abort();
  }
}
