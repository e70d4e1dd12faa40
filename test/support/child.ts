// Real processes for tests of what happens between processes. Whatever is still running after a test is killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

export interface Child {
  /** Resolves once this has been printed; fails if the process ends without it. */
  said(text: string): Promise<void>;
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
  return {
    async said(text) {
      while (!output.includes(text)) {
        if (hasEnded) throw new Error(`The process ended without saying "${text}": ${output}`);
        await once(child, 'said');
      }
    },
    say: (text) => child.stdin.write(text),
    kill: (signal) => child.kill(signal),
    ended,
  };
}
