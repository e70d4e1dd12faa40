// The process that attacks.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Attacked, AttackOrder } from './attackers.ts';

export interface Attackers {
  start(order: AttackOrder): void;
  stop(): Promise<Attacked>;
}

export function startAttackers(t: TestContext): Attackers {
  const child = start(t, 'attackers.ts');
  return {
    start: (order) => child.send(order),
    stop: () => ask<Attacked>(child, 'stop'),
  };
}

function start(t: TestContext, file: string): ChildProcess {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { PATH: process.env.PATH },
  });
  t.after(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  return child;
}

async function ask<Answer>(child: ChildProcess, message: object | string): Promise<Answer> {
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error('It ended before it answered.')));
  const answered = once(child, 'message', { signal: ended.signal });
  child.send(message);
  const [answer] = await answered;
  return answer;
}
