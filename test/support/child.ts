// Child processes for tests. A process that still runs after its test is killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

export interface Child {
  /** Resolves once this is printed; rejects if the process ends without it. */
  said(text: string): Promise<void>;
  /** The same for a pattern; resolves with its first group. */
  found(pattern: RegExp): Promise<string>;
  say(text: string): void;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ending>;
}

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

export function startScript(t: TestContext, script: URL, ...args: string[]): Child {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', fileURLToPath(script), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  let output = '';
  let hasEnded = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      child.emit('said');
    });
  }
  const ended = once(child, 'close').then(([code, signal]): Ending => {
    hasEnded = true;
    child.emit('said');
    return { code, signal, output };
  });
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  async function until<T>(what: string, look: () => T): Promise<NonNullable<T>> {
    for (let seen = look(); ; seen = look()) {
      if (seen) return seen;
      if (hasEnded) throw new Error(`The process ended without printing "${what}": ${output}`);
      await once(child, 'said');
    }
  }
  return {
    async said(text) {
      await until(text, () => output.includes(text));
    },
    found: (pattern) => until(pattern.source, () => output.match(pattern)?.[1]),
    say: (text) => child.stdin.write(text),
    kill: (signal) => child.kill(signal),
    ended,
  };
}
