// `fingerpost`: finds the command among all there are, runs it, and ends with an exit code that tells how it went.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installation } from '../config.ts';
import { accountCommands } from './account.ts';
import { backupCommands } from './backup.ts';
import { type Command, parseInput } from './command.ts';
import { copyCommands } from './copy.ts';
import { openDesk } from './desk.ts';
import { doctorCommands } from './doctor.ts';
import { exitCodes, failureOf, usageError } from './failures.ts';
import { geoCommands } from './geo.ts';
import { helpOnAll, helpOnOne, helpOnSome } from './help.ts';
import { keyCommands } from './key.ts';
import { jsonOutput, textOutput } from './output.ts';
import { pageCommands } from './page.ts';
import { planCommands } from './plan.ts';
import { serviceCommands } from './service.ts';

const commands = [
  ...serviceCommands,
  ...doctorCommands,
  ...backupCommands,
  ...copyCommands,
  ...accountCommands,
  ...pageCommands,
  ...keyCommands,
  ...planCommands,
  ...geoCommands,
];
const everywhere = ['--json', '--help', '-h', '--version'];

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Who reads only the first lines of a list, as `head` does, has them, and nothing failed.
  if (error.code === 'EPIPE') process.exit(exitCodes.done);
  textOutput.failure(failureOf(error));
  process.exit(exitCodes.failed);
});

await main(process.argv.slice(2));

async function main(args: string[]): Promise<void> {
  const output = flags(args).includes('--json') ? jsonOutput : textOutput;
  try {
    await dispatch();
  } catch (error) {
    const failure = failureOf(error);
    output.failure(failure);
    // Whatever is still open, a service half started for one, would keep the process.
    process.exit(failure.exitCode);
  }

  async function dispatch(): Promise<void> {
    // Options that every command has may stand before it as well as behind it.
    const start = args.findIndex((arg) => !everywhere.includes(arg));
    const [leading, given] = start < 0 ? [args, []] : [args.slice(0, start), args.slice(start)];

    if (given[0] === 'help') return help(given.slice(1));
    if (flags(args).some((flag) => flag === '--help' || flag === '-h')) return help(given);
    if (flags(args).includes('--version')) return void process.stdout.write(`${version()}\n`);
    const command = findCommand(given);
    if (!command) throw unknownCommand(given);
    return run(command, [...leading, ...given.slice(command.name.split(' ').length)]);
  }

  async function run(command: Command, rest: string[]): Promise<void> {
    const input = parseInput(command, rest);
    const desk = openDesk(process.env, output);
    try {
      await command.run(input, desk);
    } catch (error) {
      throw desk.explained(error);
    } finally {
      await desk.close();
    }
  }
}

function findCommand(words: string[]): Command | undefined {
  return commands.find(({ name }) => name.split(' ').every((word, index) => word === words[index]));
}

function help(about: string[]): void {
  const words = about.filter((word) => !word.startsWith('-'));
  const one = findCommand(words);
  const some = commands.filter(({ name }) => name.startsWith(`${words[0]} `));
  if (one) process.stdout.write(helpOnOne(one));
  else if (words.length === 0) process.stdout.write(helpOnAll(commands, version()));
  else if (words.length === 1 && some.length > 0) process.stdout.write(helpOnSome(some, words[0]!));
  else throw unknownCommand(words);
}

function unknownCommand(words: string[]) {
  const [noun, verb] = words;
  if (noun === undefined) return usageError('A command must be given.');
  const some = commands.filter(({ name }) => name.startsWith(`${noun} `));
  if (some.length === 0) return usageError(`There is no command "${noun}".`);
  if (verb === undefined || verb.startsWith('-')) {
    return usageError(`"${noun}" wants one of ${some.map(({ name }) => name.split(' ')[1]).join(', ')}.`, noun);
  }
  return usageError(`There is no command "${noun} ${verb}".`, noun);
}

/** What may be an option: everything before a `--` that ends them. */
function flags(args: string[]): string[] {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).filter((arg) => arg.startsWith('-'));
}

function version(): string {
  const { version } = JSON.parse(readFileSync(join(installation, 'package.json'), 'utf8')) as { version: string };
  return version;
}
