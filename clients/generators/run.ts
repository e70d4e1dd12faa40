// Runs the usual linters and client generators over docs/openapi.json, and compiles what they write. They are installed
// into a temporary folder, which is used again as long as their versions stay the same. Needs the npm registry.
//   npm run openapi:generators             all
//   npm run openapi:generators -- kubb     those with "kubb" in their name
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compilerOptions, DOCUMENT, settings, type Tool, tools } from './tools.ts';
import { checkValidators } from './validators.ts';

/** Of what a tool reports. */
const MAX_LINES = 20;

const manifest = readFileSync(new URL('package.json', import.meta.url), 'utf8');
const { dependencies: versions } = JSON.parse(manifest) as { dependencies: Record<string, string> };
const document = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));
const operations = Object.values(
  (JSON.parse(readFileSync(document, 'utf8')) as { paths: Record<string, Record<string, never>> }).paths,
).flatMap((methods) => Object.values(methods));

const digest = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
const folder = join(tmpdir(), `fingerpost-generators-${digest}`);
const env = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  // They would report that they ran, or look for newer versions.
  DO_NOT_TRACK: '1',
  KUBB_DISABLE_TELEMETRY: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
};

install();
const asked = process.argv.slice(2);
const isAsked = (tool: Tool) => asked.length === 0 || asked.some((name) => tool.package.includes(name));
let failures = 0;
for (const tool of tools.filter(isAsked)) {
  const mistakes = await mistakesOf(tool);
  failures += mistakes.length > 0 ? 1 : 0;
  console.log(`${`${tool.package} ${versions[tool.package]}`.padEnd(34)}${mistakes.length > 0 ? 'failed' : 'ok'}`);
  for (const mistake of mistakes) console.log(mistake.split('\n', MAX_LINES).join('\n').replace(/^/gm, '    '));
}
process.exitCode = failures > 0 ? 1 : 0;

function install(): void {
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, 'out'), { recursive: true, force: true });
  writeFileSync(join(folder, 'package.json'), manifest);
  copyFileSync(document, join(folder, DOCUMENT));
  for (const [name, text] of Object.entries(settings)) writeFileSync(join(folder, name), text);
  const installed = run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']);
  if (installed.failed) throw new Error(`The generators could not be installed in ${folder}:\n${installed.text}`);
}

/** Of the tool itself, else of what it wrote. */
async function mistakesOf({ command: [program, ...parameters], output, validators }: Tool): Promise<string[]> {
  const generated = runTool(program!, parameters);
  if (generated.failed) return [generated.text];
  if (output === undefined) return [];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: [output] }));
  const compiled = runTool('tsc', ['-p', 'tsconfig.json']);
  if (compiled.failed) return [compiled.text];
  return validators ? checkValidators(folder, validators, operations) : [];
}

function runTool(program: string, parameters: string[]) {
  return run(join(folder, 'node_modules/.bin', program), parameters);
}

function run(program: string, parameters: string[]): { failed: boolean; text: string } {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return { failed: status !== 0, text: `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim() };
}
