// The help text, from the same table that parses commands.
import { type Command, jsonOption, type Options } from './command.ts';
import { exitCodeMeanings, exitCodes } from './failures.ts';

const everywhere = [
  ['--json', jsonOption.json.help],
  ['--help, -h', 'Show the help of a command'],
  ['--version', 'Print the version, and the commit if it is known'],
];

export function helpOnAll(commands: readonly Command[], version: string): string {
  return page([
    `Fingerpost ${version}, a self-hosted link-in-bio service.`,
    'Usage: fingerpost COMMAND [ARGUMENTS] [OPTIONS]',
    `Commands:\n${table(commands.map(({ name, summary }) => [name, summary]))}`,
    `Global options:\n${table(everywhere)}`,
    'All commands read settings such as DATABASE_URL and DATA_DIR from the environment. They work while the service\n' +
      'runs, and it sees their changes within a second. Times are in UTC.',
    'With --json, standard output is {"status":true,"response":...}. Errors go to standard error in the format of the\n' +
      'API: {"status":false,"response":"<sentence>","code":"<code>","errors":{"<field>":["<sentence>"]}}.',
    `Exit codes:\n${table(exitCodeRows())}`,
    'Help on a command: fingerpost help COMMAND',
  ]);
}

export function helpOnSome(commands: readonly Command[], noun: string): string {
  return page([
    `Usage: fingerpost ${noun} COMMAND [ARGUMENTS] [OPTIONS]`,
    `Commands:\n${table(commands.map((command) => [usage(command), command.summary]))}`,
    `Help on a command: fingerpost help ${noun} COMMAND`,
  ]);
}

export function helpOnOne(command: Command): string {
  const options: Options = command.json === undefined ? command.options : { ...command.options, ...jsonOption };
  return page([
    `${command.summary}.`,
    `Usage: fingerpost ${usage(command)}`,
    Object.keys(options).length > 0 && `Options:\n${table(optionRows(options))}`,
    command.notes,
    command.json && `With --json, the response is ${command.json}`,
    `Example:\n  ${command.example}`,
  ]);
}

function usage({ name, arguments: words, options }: Command): string {
  const settings = Object.entries(options).map(([option, definition]) => {
    const text = definition.type === 'boolean' ? `--${option}` : `--${option} ${definition.value}`;
    return 'required' in definition ? text : `[${text}]`;
  });
  return [name, ...words, ...settings].join(' ');
}

function optionRows(options: Options): string[][] {
  return Object.entries(options).map(([name, option]) => {
    if (option.type === 'boolean') return [`--${name}`, option.help];
    const fallback = option.fallback === undefined ? '' : ` (default: ${option.fallback})`;
    return [`--${name} ${option.value}`, `${option.help}${fallback}`];
  });
}

function exitCodeRows(): string[][] {
  const names = Object.keys(exitCodes) as (keyof typeof exitCodes)[];
  return names.map((name) => [String(exitCodes[name]), exitCodeMeanings[name]]);
}

function table(rows: string[][]): string {
  const width = Math.max(...rows.map(([first]) => first!.length));
  return rows.map(([first, second]) => `  ${first!.padEnd(width)}  ${second}`).join('\n');
}

function page(paragraphs: (string | false | undefined)[]): string {
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`;
}
