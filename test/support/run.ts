// Runs the tests: `npm test`, `npm run test:full` for the full matrix, `npm run test:rest` for the difference (`matrix.ts`), or
// `npm test -- test/storage/ids.test.ts --test-name-pattern=…` for some tests.
// Every test finds a PostgreSQL server at TEST_DATABASE_URL; if that is not set, one is started and stopped.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { failuresIn, unusedIn } from './account-guard/guard.ts';
import { unpackBrowser } from './browser.ts';
import { isIn, type Matrix } from './matrix.ts';
import { NoPostgres, type PostgresServer, startPostgres } from './postgres/server.ts';
import { makeTemplates, type Templates } from './templates.ts';
import { folderForTests } from './temporary-folder.ts';

/**
 * Tests that do not affect other processes. Loading the code takes as long as many of these tests, so several files share
 * a process: what a test leaves behind there, other tests see. Small folders share one process.
 */
const SHARING = [
  ['test/api/'],
  ['test/browser/', 'test/dashboard/', 'test/client/'],
  ['test/cli/'],
  [
    'test/contract/',
    'test/cache/',
    'test/config',
    'test/docs',
    'test/limits/',
    'test/mail/',
    'test/pauses',
    'test/walls',
  ],
  ['test/faults/'],
  ['test/operations/', 'test/demo/', 'test/deploy/'],
  ['test/page/'],
  ['test/process/'],
  ['test/storage/', 'test/files/', 'test/fuzz/', 'test/page-sources/', 'test/workers/'],
  ['test/views/'],
  ['test/visits/'],
  ['test/web/'],
];
const FILES_A_PROCESS = 32;
/** These mostly wait for the processes that they start, so fewer of them run one after the other. */
const WAITING = ['test/faults/', 'test/process/'];
const WAITING_FILES_A_PROCESS = 3;
/** The processes that take longest start first, so that no processor is idle at the end. */
const FIRST = [
  'test/web/',
  'test/browser/',
  'test/api/',
  'test/page/',
  'test/operations/',
  'test/cli/',
  'test/visits/',
  'test/storage/',
  'test/faults/',
  'test/process/',
];
/** Far more than any test needs, so that a hang ends as a failure. */
const MAX_TEST_MS = 600_000;
/** The same for a test that never returns to the event loop, where no timer fires. For each process. */
const MAX_CPU_SECONDS = 300;

const root = fileURLToPath(new URL('../..', import.meta.url));
const matrices: Readonly<Record<string, Matrix>> = { '--full': 'full', '--rest': 'rest' };
const given = process.argv.slice(2);
const options = given.filter((argument) => argument.startsWith('-') && !(argument in matrices));
const chosen = given.filter((argument) => !argument.startsWith('-')).map((path) => relative(root, path) || '.');
const named = given.flatMap((argument) => matrices[argument] ?? [])[0];
const matrix = named ?? (chosen.length === 0 ? 'short' : 'full');
const files = (chosen.length > 0 ? chosen : ['test']).flatMap(testFiles).filter((file) => isIn(matrix, file, root));
/** What only the whole of the tests can show. */
const isComplete = chosen.length === 0 && options.length === 0 && matrix === 'full';

// Files that tests leave behind, also after a crash, are removed with this folder.
process.env.TMPDIR = folderForTests();
const temporary = mkdtempSync(join(process.env.TMPDIR, 'fingerpost-tests-'));
let postgres: PostgresServer | undefined;
let templates: Templates | undefined;
let tests: ChildProcess | undefined;
let stoppedBy: NodeJS.Signals | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stoppedBy ??= signal;
    tests?.kill(signal);
  });
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof NoPostgres)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await templates?.drop();
  await postgres?.stop();
  // A process started by a test may still be writing.
  if (stoppedBy) await sleep(500);
  rmSync(temporary, { recursive: true, force: true });
}

async function run(): Promise<number> {
  const missing = chosen.filter((path) => testFiles(path).length === 0);
  if (files.length === 0 || missing.length > 0) {
    console.error(`There are no tests in ${missing.join(', ') || 'test'}.`);
    return 1;
  }
  if (!process.env.TEST_DATABASE_URL) {
    postgres = await startPostgres();
    process.env.TEST_DATABASE_URL = postgres.url;
  }
  if (!process.env.TEST_CITUS_URL) console.log('Tests on a Citus cluster are skipped: TEST_CITUS_URL is not set.');
  templates = await makeTemplates();
  const has = (...folders: string[]) => files.some((file) => folders.some((folder) => file.startsWith(folder)));
  // Single files are tested while they are written: their processes run from the sources, which need no build.
  const isSuite = chosen.every((path) => !path.endsWith('.ts'));
  if (isSuite) build('server');
  if (has('test/web/')) build('web');
  const browser = has('test/web/', 'test/browser/') ? await unpackBrowser(temporary) : {};
  if (stoppedBy) return 128 + constants.signals[stoppedBy];

  const guard = mkdtempSync(join(temporary, 'account-guard-'));
  const concurrency = Math.max(2, availableParallelism()) + 2;
  tests = spawn(
    'sh',
    [
      '-c',
      `ulimit -t ${MAX_CPU_SECONDS} && exec "$@"`,
      'sh',
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      '--test',
      '--test-reporter=spec',
      `--test-concurrency=${concurrency}`,
      `--test-timeout=${MAX_TEST_MS}`,
      ...options,
      ...processesFor(files),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        // Every test file is a process and starts more; they share one compile cache.
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/fingerpost-tests'),
        ...process.env,
        ...guardedBy(guard),
        TEST_MATRIX: matrix,
        TMPDIR: temporary,
        ...browser,
        ...templates.environment,
        ...(isSuite ? { TEST_PROGRAM: join(root, 'dist/cli/main.js') } : {}),
      },
    },
  );
  const [code, signal] = (await once(tests, 'exit')) as [number | null, NodeJS.Signals | null];
  const faults = [...failuresIn(guard), ...(isComplete && code === 0 ? unusedIn(guard) : [])];
  for (const fault of faults) console.error(fault);
  return code === 0 && faults.length > 0 ? 1 : (code ?? 128 + constants.signals[signal!]);
}

/** The environment of processes whose statements are checked, and note what they find in the folder. */
function guardedBy(folder: string): Record<string, string> {
  const install = new URL('account-guard/install.ts', import.meta.url);
  const { NODE_OPTIONS = '' } = process.env;
  return { TEST_ACCOUNT_GUARD: folder, NODE_OPTIONS: `${NODE_OPTIONS} --import=${install.href}`.trim() };
}

/** Once for all tests that use it; nothing happens if it is up to date. */
function build(what: 'server' | 'web'): void {
  execFileSync(process.execPath, [join(root, `bin/build-${what}.mjs`)], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A test file, the files in a folder, or the matches of a pattern. */
function testFiles(path: string): string[] {
  const patterns = path.endsWith('.ts') || path.includes('*') ? [path] : [join(path, '**/*.test.ts')];
  return globSync(patterns, { cwd: root }).sort();
}

/** One file per process, which imports one or several test files. Node runs them in the order of their names. */
function processesFor(files: readonly string[]): string[] {
  const sharing = (file: string) =>
    SHARING.find((folders) => folders.some((folder) => file.startsWith(folder)))?.[0] ?? file;
  const groups = [...Map.groupBy(files, sharing)].flatMap(([name, own]) =>
    distributed(own, Math.ceil(own.length / filesAProcess(name))).map((some) => ({ name, some })),
  );
  const rank = ({ name }: { name: string }) => {
    const folderIndex = FIRST.findIndex((folder) => name.startsWith(folder));
    return folderIndex < 0 ? FIRST.length : folderIndex;
  };
  return groups
    .sort((a, b) => rank(a) - rank(b))
    .map(({ name, some }, index) => {
      const path = join(temporary, `${String(index).padStart(4, '0')}-${name.replaceAll('/', '-')}.test.mjs`);
      const imports = some.map((file) => `await import(${JSON.stringify(pathToFileURL(join(root, file)))});\n`);
      writeFileSync(path, imports.join(''));
      return path;
    });
}

function filesAProcess(folder: string): number {
  return WAITING.includes(folder) ? WAITING_FILES_A_PROCESS : FILES_A_PROCESS;
}

/** Distributed in turn, because alphabetical neighbours tend to take equally long. */
function distributed(files: readonly string[], count: number): string[][] {
  return Array.from({ length: count }, (_, number) => files.filter((_file, index) => index % count === number));
}
