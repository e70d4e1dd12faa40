// `fingerpost`: finds the command, runs it, and returns the exit code.
import { readCommit, readVersion } from '../system/version.ts';
import { type Command, parseInput } from './command.ts';
import { accountCommands } from './commands/account.ts';
import { accountAccessCommands } from './commands/account-access.ts';
import { accountExportCommands } from './commands/account-export.ts';
import { accountSecurityCommands } from './commands/account-security.ts';
import { accountUsageCommands } from './commands/account-usage.ts';
import { backupCommands } from './commands/backup.ts';
import { copyCommands } from './commands/copy.ts';
import { distributeCommands } from './commands/distribute.ts';
import { doctorCommands } from './commands/doctor.ts';
import { geoCommands } from './commands/geo.ts';
import { jobsCommands } from './commands/jobs.ts';
import { keyCommands } from './commands/key.ts';
import { pageCommands } from './commands/page.ts';
import { planCommands } from './commands/plan.ts';
import { serviceCommands } from './commands/service.ts';
import { openContext } from './context.ts';
import { exitCodes, failureOf, usageError } from './failures.ts';
import { helpOnAll, helpOnOne, helpOnSome } from './help.ts';
import type { CliIo } from './io/io.ts';
import { jsonOutput, type Output, textOutput } from './io/output.ts';

const commands = [
  ...serviceCommands,
  ...doctorCommands,
  ...backupCommands,
  ...copyCommands,
  ...distributeCommands,
  ...accountCommands,
  ...accountAccessCommands,
  ...accountSecurityCommands,
  ...accountUsageCommands,
  ...accountExportCommands,
  ...pageCommands,
  ...keyCommands,
  ...planCommands,
  ...jobsCommands,
  ...geoCommands,
];
const globalOptions = ['--json', '--help', '-h', '--version'];

/** Never throws and never ends the process. Closes everything that the command opened. */
export async function run(args: string[], io: CliIo): Promise<number> {
  const output = flags(args).includes('--json') ? jsonOutput(io) : textOutput(io);
  try {
    return (await dispatch(args, io, output)) ?? exitCodes.done;
  } catch (error) {
    const failure = failureOf(error);
    output.failure(failure);
    return failure.exitCode;
  }
}

async function dispatch(args: string[], io: CliIo, output: Output): Promise<number | undefined> {
  // Global options are accepted before the command as well as after it.
  const start = args.findIndex((arg) => !globalOptions.includes(arg));
  const [leading, given] = start < 0 ? [args, []] : [args.slice(0, start), args.slice(start)];

  if (given[0] === 'help') return print(io, help(given.slice(1)));
  if (flags(args).some((flag) => flag === '--help' || flag === '-h')) return print(io, help(given));
  if (flags(args).includes('--version')) return print(io, `${version()}\n`);
  const command = findCommand(given);
  if (!command) throw unknownCommand(given);
  return runCommand(command, [...leading, ...given.slice(command.name.split(' ').length)], io, output);
}

async function runCommand(command: Command, args: string[], io: CliIo, output: Output): Promise<number | undefined> {
  const input = parseInput(command, args);
  const context = openContext(io, output);
  try {
    return await command.run(input, context);
  } catch (error) {
    throw context.explained(error);
  } finally {
    await context.close();
  }
}

function print(io: CliIo, text: string): undefined {
  io.stdout.write(text);
}

function findCommand(words: string[]): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, index) => word === words[index]));
}

function help(about: string[]): string {
  const words = about.filter((word) => !word.startsWith('-'));
  const one = findCommand(words);
  if (one) return helpOnOne(one);
  if (words.length === 0) return helpOnAll(commands, readVersion());
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `));
  if (words.length === 1 && group.length > 0) return helpOnSome(group, words[0]!);
  throw unknownCommand(words);
}

function unknownCommand(words: string[]) {
  const [noun, verb] = words;
  if (noun === undefined) return usageError('A command is missing.');
  const group = commands.filter(({ name }) => name.startsWith(`${noun} `));
  if (group.length === 0) return usageError(`There is no command "${noun}".`);
  if (verb === undefined || verb.startsWith('-')) {
    return usageError(`"${noun}" needs one of ${group.map(({ name }) => name.split(' ')[1]).join(', ')}.`, noun);
  }
  return usageError(`There is no command "${noun} ${verb}".`, noun);
}

/** The options before `--`. */
function flags(args: string[]): string[] {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).filter((arg) => arg.startsWith('-'));
}

/** `0.1.0 (9ad05b1f02)` */
function version(): string {
  const commit = readCommit();
  return commit === '' ? readVersion() : `${readVersion()} (${commit})`;
}
