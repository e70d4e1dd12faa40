// A command is one entry of a table, which drives parsing, help and running.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { invalid } from '../../contract/errors.ts';
import type { CliContext } from './context.ts';
import { usageError } from './failures.ts';

interface Flag {
  type: 'boolean';
  help: string;
}
interface Setting {
  type: 'string';
  /** Placeholder for the value in the help. */
  value: string;
  help: string;
  required?: true;
  fallback?: string;
}
export type Options = Record<string, Flag | Setting>;

export interface Command {
  /** As typed: `account create`. */
  name: string;
  summary: string;
  /** Placeholders in the help. Those in brackets are optional and come last. */
  arguments: readonly string[];
  options: Options;
  notes?: string;
  example: string;
  /** The shape of `response` with --json. A command without it prints no data. */
  json?: string;
  /** Resolves with the exit code if it is not 0. */
  run(input: Input<Options>, context: CliContext): Promise<number | undefined>;
}

interface Input<O extends Options> {
  arguments: string[];
  options: { [Name in keyof O]: Given<O[Name]> };
}
type Given<O> = O extends Flag
  ? boolean
  : O extends { required: true } | { fallback: string }
    ? string
    : string | undefined;

/** Types the input of `run` by the command's own options. */
export function command<const O extends Options>(
  definition: Omit<Command, 'options' | 'run'> & {
    options: O;
    run(input: Input<O>, context: CliContext): Promise<number | undefined>;
  },
): Command {
  return definition as unknown as Command;
}

export const jsonOption = { json: { type: 'boolean', help: 'Print data and errors as JSON' } } as const;

export function parseInput(command: Command, args: string[]): Input<Options> {
  const known: Options = command.json === undefined ? command.options : { ...command.options, ...jsonOption };
  const { values, positionals } = parsed(command, args, known);

  const missing = command.arguments.slice(positionals.length).filter((name) => !name.startsWith('['));
  if (missing.length > 0) throw usageError(`${missing.join(' and ')} must be given.`, command.name);
  const extra = positionals[command.arguments.length];
  if (extra !== undefined) throw usageError(`"${extra}" is one argument too many.`, command.name);

  const options: Record<string, string | boolean | undefined> = {};
  for (const [name, option] of Object.entries(command.options)) {
    const given = values[name];
    if (option.type === 'boolean') {
      options[name] = given === true;
    } else {
      if (option.required && given === undefined) throw usageError(`--${name} must be given.`, command.name);
      options[name] = given === undefined ? option.fallback : String(given);
    }
  }
  return { arguments: positionals, options };
}

function parsed(command: Command, args: string[], known: Options) {
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(known).map(([name, { type }]) => [name, { type }]),
  );
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    // Only the first sentence: the rest is advice on escaping dashes.
    throw usageError(`${message.split(/\.\s/)[0]!.replace(/\.$/, '')}.`, command.name);
  }
}

/** Rejects a word that is not among the allowed ones. */
export function choice<Word extends string>(option: string, given: string, words: readonly Word[]): Word {
  const word = words.find((candidate) => candidate === given);
  if (word === undefined) {
    throw invalid({ [option]: [`--${option} must be one of ${words.join(', ')} (it is "${given}").`] });
  }
  return word;
}
