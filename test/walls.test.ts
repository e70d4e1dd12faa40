// The layers and their allowed imports. Imports run one way. To allow another import, change this table and give the
// reason.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { importsOf, withoutComments } from './support/imports.ts';

interface Layer {
  /** Path prefixes; the longest match decides. */
  readonly at: readonly string[];
  readonly mayImport: readonly string[];
}

const ground = ['contract', 'system', 'config', 'cache'];
const layers: Record<string, Layer> = {
  contract: { at: ['contract/'], mayImport: [] },
  client: { at: ['clients/'], mayImport: [] },
  // The dashboard knows the API and what it shares with the server, never the server.
  web: { at: ['web/'], mayImport: ['contract', 'client'] },
  // What the process stands on: files, clocks, logs, networks. All limits by network count the same networks.
  system: { at: ['server/system/'], mayImport: ['contract'] },
  config: { at: ['server/config.ts'], mayImport: ['contract', 'system'] },
  cache: { at: ['server/cache/'], mayImport: [] },
  schema: {
    at: [
      'server/storage/tables.ts',
      'server/storage/account-tables.ts',
      'server/storage/history-tables.ts',
      'server/storage/job-tables.ts',
      'server/storage/people-tables.ts',
      'server/storage/sharing-tables.ts',
      'server/storage/visit-tables.ts',
      'server/storage/changes.ts',
      'server/storage/partitions.ts',
      'server/storage/unusable-schema.ts',
      'server/storage/dialects/dialect.ts',
    ],
    mayImport: ['contract'],
  },
  workers: { at: ['server/workers/'], mayImport: ['contract'] },
  dialects: {
    at: ['server/storage/dialects/'],
    mayImport: ['contract', 'system', 'schema', 'workers'],
  },
  storage: { at: ['server/storage/'], mayImport: ['contract', 'system', 'schema', 'dialects'] },
  // What jobs do is in the rooms of their work, which import this one.
  jobs: { at: ['server/jobs/'], mayImport: ['contract', 'system', 'schema', 'storage'] },
  limits: { at: ['server/limits/'], mayImport: ['contract', 'system', 'storage'] },
  i18n: { at: ['server/i18n/'], mayImport: ['contract', 'system'] },
  views: { at: ['server/views/'], mayImport: ['contract', 'i18n'] },
  pictures: { at: ['server/pictures/'], mayImport: ['contract', 'system', 'workers', 'views'] },
  files: { at: ['server/files/'], mayImport: ['contract', 'system', 'pictures'] },
  mail: { at: ['server/mail/'], mayImport: ['contract', 'system', 'i18n', 'jobs', 'schema', 'storage'] },
  domain: {
    at: ['server/domain/'],
    mayImport: ['contract', 'system', 'jobs', 'cache', 'workers', 'schema', 'storage', 'files'],
  },
  'sign-in': {
    at: ['server/domain/sign-in/'],
    mayImport: ['contract', 'system', 'jobs', 'cache', 'workers', 'schema', 'storage', 'limits', 'mail', 'domain'],
  },
  visits: {
    at: ['server/visits/'],
    mayImport: ['contract', 'system', 'jobs', 'cache', 'workers', 'schema', 'storage'],
  },
  origins: { at: ['server/http/origins.ts'], mayImport: ['config'] },
  notifications: {
    at: ['server/notifications/'],
    mayImport: ['contract', 'system', 'jobs', 'schema', 'storage', 'i18n', 'mail', 'domain', 'visits'],
  },
  exports: {
    at: ['server/exports/'],
    // The views only for the page as HTML.
    mayImport: ['contract', 'system', 'jobs', 'schema', 'storage', 'files', 'domain', 'visits', 'views'],
  },
  operations: {
    at: ['server/operations/'],
    // Sign-in only to ask the provider what sign-in asks it.
    mayImport: [...ground, 'schema', 'dialects', 'storage', 'files', 'pictures', 'sign-in', 'visits', 'origins'],
  },
  demo: { at: ['server/demo/'], mayImport: ['contract', 'system', 'schema', 'storage', 'domain', 'visits'] },
  http: {
    at: ['server/http/'],
    // Mail only to say whether there is a mail server.
    mayImport: [
      'mail',
      ...ground,
      'jobs',
      'workers',
      'schema',
      'storage',
      'limits',
      'files',
      'domain',
      'sign-in',
      'visits',
      'notifications',
      'exports',
      'i18n',
      'views',
      'pictures',
      'origins',
    ],
  },
  // The primary loads little: only the workers serve.
  processes: { at: ['server/processes/'], mayImport: [...ground, 'http'] },
  app: {
    at: ['server/app.ts', 'server/dashboard.ts', 'server/base-app.ts', 'server/services.ts', 'server/all-jobs.ts'],
    mayImport: [
      ...ground,
      'jobs',
      'schema',
      'storage',
      'limits',
      'files',
      'mail',
      'domain',
      'sign-in',
      'visits',
      'notifications',
      'exports',
      'views',
      'http',
      'origins',
    ],
  },
  main: {
    at: ['server/main.ts'],
    mayImport: [
      ...ground,
      'jobs',
      'schema',
      'storage',
      'files',
      'domain',
      'sign-in',
      'visits',
      'origins',
      'http',
      'processes',
      'demo',
      'app',
    ],
  },
  cli: {
    at: ['server/cli/'],
    // The views only to measure an imported page.
    mayImport: [
      ...ground,
      'jobs',
      'schema',
      'storage',
      'limits',
      'files',
      'mail',
      'domain',
      'sign-in',
      'visits',
      'exports',
      'operations',
      'views',
      'demo',
      'origins',
      'processes',
      'app',
      'main',
    ],
  },
};

/** Packages that only some layers may import at run time. Others are free for all layers except the contract. */
const packages: { named: RegExp; runIn: string[] }[] = [
  { named: /^pg$|^node:sqlite$/, runIn: ['dialects'] },
  { named: /^kysely(\/|$)/, runIn: ['dialects', 'storage'] },
  { named: /^@?fastify(\/|-|$)/, runIn: ['http', 'app'] },
  { named: /^sharp$/, runIn: ['pictures'] },
  { named: /^@aws-sdk\/|^file-type$/, runIn: ['files'] },
  { named: /^(openid-client|@simplewebauthn\/server)(\/|$)/, runIn: ['sign-in'] },
  { named: /^nodemailer$/, runIn: ['mail', 'operations'] },
  { named: /^pofile-ts$/, runIn: ['i18n'] },
  { named: /^(react|react-dom|vite|wouter|@simplewebauthn\/browser|@tanstack\/.+)(\/|$)/, runIn: ['web'] },
];
const contractPackages = /^typebox(\/|$)/;

const environmentReaders = ['config', 'cli', 'client'];
const engineFiles = /^server\/(storage\/dialects\/|config\.ts$)/;
const engineChecks = [
  /['"`](?:sqlite|postgres|postgresql):?(?:\/\/)?['"`]/,
  /\bdialect\.name\s*(?:[!=]==?|\])|switch \([^)]*dialect\.name/,
];

/** Process entry points, and the module through which commands use the process. */
const entryPoints = /^server\/cli\/(main|io\/process-io|openapi|page-schema)\.ts$/;

const root = fileURLToPath(new URL('..', import.meta.url));
const files = globSync(['contract/**/*.ts', 'server/**/*.ts', 'clients/**/*.ts', 'web/*.ts', 'web/src/**/*.{ts,tsx}'], {
  cwd: root,
})
  .map((path) => path.replaceAll('\\', '/'))
  .sort()
  .map((path) => ({ path, layer: layerOf(path), source: readFileSync(`${root}/${path}`, 'utf8') }));
/** What measures the service, and imports its tests as well. */
const others = globSync(['bench/**/*.ts', 'drill/**/*.ts', 'gallery/**/*.ts'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .sort();

describe('import rules', () => {
  it('cover every file', () => {
    assert.ok(files.length > 0);
    report(files.filter(({ layer }) => layer === undefined).map(({ path }) => `${path} is in no layer`));
  });

  it('allow no other imports', () => {
    const wrong = ownImports().filter(({ layer, to }) => to !== layer && !layers[layer!]?.mayImport.includes(to ?? ''));
    report(wrong.map(({ path, from, layer, to }) => `${path} (${layer}) imports ${from} (${to ?? 'no layer'})`));
  });

  it('name only layers higher up in the table', () => {
    const names = Object.keys(layers);
    const wrong = Object.entries(layers).flatMap(([name, { mayImport }]) =>
      mayImport
        .filter((lower) => names.indexOf(lower) < 0 || names.indexOf(lower) >= names.indexOf(name))
        .map((lower) => `${name} may import ${lower}, which is not above it in the table`),
    );
    report(wrong);
  });

  it('allow no cycle between files, imports of types included', () => {
    const graph = new Map(files.map(({ path, source }) => [path, importedBy(path, source)]));
    for (const path of others) graph.set(path, importedBy(path, readFileSync(`${root}/${path}`, 'utf8')));
    report(cyclesIn(graph));
  });

  it('run one way between rooms', () => {
    const graph = new Map<string, Set<string>>();
    for (const path of [...files.map((file) => file.path), ...others]) {
      const imported = graph.get(roomOf(path)) ?? new Set();
      graph.set(roomOf(path), imported);
      for (const to of importedBy(path, readFileSync(`${root}/${path}`, 'utf8'))) {
        if (roomOf(to) !== roomOf(path)) imported.add(roomOf(to));
      }
    }
    report(cyclesIn(graph));
  });

  it('restrict packages to their layers', () => {
    const outside = outerImports();
    const wrong = outside.filter(({ layer, from, typesOnly }) => {
      if (layer === 'contract') return !contractPackages.test(from);
      const rule = packages.find(({ named }) => named.test(from));
      return rule !== undefined && !typesOnly && !rule.runIn.includes(layer!);
    });
    report(wrong.map(({ path, layer, from }) => `${path} (${layer}) imports ${from}`));
  });

  it('restrict process.env to the settings and entry points', () => {
    const readers = files.filter(({ source }) => /\bprocess\.env\b|'node:process'/.test(withoutComments(source)));
    report(
      readers
        .filter(({ layer }) => !environmentReaders.includes(layer!))
        .map(({ path }) => `${path} reads process.env`),
    );
  });

  it('restrict commands to their io instead of the process', () => {
    const commands = files.filter(({ path, layer }) => layer === 'cli' && !entryPoints.test(path));
    const wrong = commands.filter(({ source }) => /\bprocess\.(?!pid\b)|\bconsole\./.test(withoutComments(source)));
    report(wrong.map(({ path }) => `${path} uses the process or the console directly`));
  });

  it('restrict checks of the database engine to the dialects', () => {
    const asking = files
      .filter(({ path }) => !engineFiles.test(path))
      .flatMap(({ path, source }) =>
        withoutComments(source)
          .split('\n')
          .filter((line) => engineChecks.some((pattern) => pattern.test(line)))
          .map((line) => `${path} checks the engine: ${line.trim()}`),
      );
    report(asking);
  });

  it('allow no utils, helpers or misc modules', () => {
    report(files.filter(({ path }) => /(^|\/)(utils?|helpers?|misc)(\/|\.ts$)/.test(path)).map(({ path }) => path));
  });
});

describe('importsOf', () => {
  for (const [source, expected] of [
    [`import 'a';`, ['a']],
    [`import a from 'a'; import * as b from "b";`, ['a', 'b']],
    [`import {\n  type A,\n  b as c,\n} from './a.ts';`, ['./a.ts']],
    [`import type { A } from 'a';\nexport type { B } from 'b';`, ['a (types)', 'b (types)']],
    [`export * from 'a';\nexport { b } from 'b';`, ['a', 'b']],
    [`const a = await import('a');\nconst [b] = await Promise.all([import('b')]);`, ['a', 'b']],
    [`// import 'a';\n/* import 'b'; */\n/**\n * import 'c';\n */\nexport const d = 'd';`, []],
  ] as const) {
    it(`finds ${expected.join(', ') || 'nothing'} in ${JSON.stringify(source)}`, () => {
      assert.deepEqual(
        importsOf(source).map(({ from, typesOnly }) => (typesOnly ? `${from} (types)` : from)),
        expected,
      );
    });
  }
});

function allImports() {
  return files.flatMap(({ path, layer, source }) => importsOf(source).map((found) => ({ path, layer, ...found })));
}

function ownImports() {
  return allImports()
    .filter(({ from }) => from.startsWith('.'))
    .map((found) => ({ ...found, to: layerOf(posix.join(posix.dirname(found.path), found.from)) }));
}

function outerImports() {
  return allImports().filter(({ from }) => !from.startsWith('.'));
}

function layerOf(path: string): string | undefined {
  const fitting = Object.entries(layers).flatMap(([name, { at }]) =>
    at.filter((start) => path.startsWith(start)).map((start) => ({ name, length: start.length })),
  );
  return fitting.sort((a, b) => b.length - a.length)[0]?.name;
}

/** The files of this repository that a file imports, also for their types only. */
function importedBy(path: string, source: string): string[] {
  return importsOf(source)
    .filter(({ from }) => from.startsWith('.'))
    .map(({ from }) => posix.join(posix.dirname(path), from));
}

/** A folder of the repository or of `server/`; each file in `server/` itself is a room too. */
function roomOf(path: string): string {
  return path
    .split('/')
    .slice(0, path.startsWith('server/') ? 2 : 1)
    .join('/');
}

/** One sentence for each cycle: its members, from each to one that it imports. */
function cyclesIn(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const found: string[] = [];
  const [done, trail] = [new Set<string>(), [] as string[]];
  const follow = (name: string): void => {
    const start = trail.indexOf(name);
    if (start >= 0) found.push(`a cycle: ${[...trail.slice(start), name].join(' → ')}`);
    if (start >= 0 || done.has(name)) return;
    trail.push(name);
    for (const imported of graph.get(name) ?? []) follow(imported);
    trail.pop();
    done.add(name);
  };
  for (const name of graph.keys()) follow(name);
  return found;
}

function report(faults: string[]): void {
  assert.ok(faults.length === 0, `\n${faults.join('\n')}`);
}
