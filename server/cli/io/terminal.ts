// Prompts for passwords and confirmations. Secrets are never arguments: every user of the machine could read those.
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Writable } from 'node:stream';
import { ApiError, invalid } from '../../../contract/errors.ts';
import type { CliIo } from './io.ts';

const MAX_PASSWORD_BYTES = 4096;

export interface Terminal {
  input: Readable;
  output: NodeJS.WritableStream;
}

/** The terminal for prompts; undefined if standard input is not a terminal. */
export function terminalOf({ stdin, stderr }: CliIo): Terminal | undefined {
  return stdin.isTTY === true ? { input: stdin, output: stderr } : undefined;
}

/** All of standard input, without the newline that most programs append. */
export async function pipedPassword(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_PASSWORD_BYTES) throw invalid({ password: ['The password on standard input is too long.'] });
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
    return text.replace(/\r?\n$/, '');
  } catch {
    throw invalid({ password: ['The password on standard input is not UTF-8 text.'] });
  }
}

/** Prompts twice, without echo. */
export async function typedPassword(terminal: Terminal): Promise<string> {
  const [password, again] = await answers(terminal, ['New password: ', 'Repeat the password: '], { hidden: true });
  if (password !== again) throw invalid({ password: ['The two passwords differ; nothing was changed.'] });
  return password!;
}

/** Throws unless the user types the word. */
export async function confirm(warning: string, word: string, terminal: Terminal): Promise<void> {
  terminal.output.write(`${warning}\n`);
  const [answer] = await answers(terminal, [`Type "${word}" to continue: `], { hidden: false });
  if (answer?.trim() !== word) throw new ApiError('forbidden', 'Not confirmed; nothing was changed.');
}

async function answers(
  { input, output }: Terminal,
  questions: string[],
  { hidden }: { hidden: boolean },
): Promise<string[]> {
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  // One reader for all prompts, so that type-ahead is not lost. No history: it would show a password.
  const reader = createInterface({ input, output: hidden ? silence : output, terminal: true, historySize: 0 });
  const lines = reader[Symbol.asyncIterator]();
  const given: string[] = [];
  try {
    for (const question of questions) {
      reader.setPrompt(question);
      reader.prompt();
      if (hidden) output.write(question);
      const line = await lines.next();
      if (hidden || line.done) output.write('\n');
      if (line.done) throw new ApiError('forbidden', 'Stopped; nothing was changed.');
      given.push(line.value);
    }
    return given;
  } finally {
    reader.close();
  }
}
