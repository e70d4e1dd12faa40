// The rooms of the house and who may call on whom. Imports run one way; whoever needs another door changes this table,
// and says why.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { importsOf, withoutComments } from './support/imports.ts';

interface Room {
  /** Paths begin with one of these; the longest that fits names the room. */
  readonly at: readonly string[];
  readonly mayImport: readonly string[];
}

const ground = ['contract', 'clock', 'config', 'logger', 'log-throttle', 'cache', 'private-files'];
const rooms: Record<string, Room> = {
  contract: { at: ['contract/'], mayImport: [] },
  client: { at: ['clients/'], mayImport: [] },
  clock: { at: ['server/clock.ts'], mayImport: ['contract'] },
  config: { at: ['server/config.ts'], mayImport: ['contract'] },
  logger: { at: ['server/logger.ts'], mayImport: ['contract'] },
  'log-throttle': { at: ['server/log-throttle.ts'], mayImport: [] },
  'private-files': { at: ['server/private-files.ts'], mayImport: [] },
  cache: { at: ['server/cache/'], mayImport: [] },
  schema: {
    at: ['server/storage/tables.ts', 'server/storage/changes.ts', 'server/storage/dialects/dialect.ts'],
    mayImport: ['contract'],
  },
  workers: { at: ['server/workers/'], mayImport: ['contract'] },
  dialects: { at: ['server/storage/dialects/'], mayImport: ['contract', 'private-files', 'schema', 'workers'] },
  storage: { at: ['server/storage/'], mayImport: ['contract', 'schema', 'dialects'] },
  views: { at: ['server/views/'], mayImport: ['contract'] },
  pictures: { at: ['server/pictures/'], mayImport: ['contract', 'workers', 'views'] },
  files: { at: ['server/files/'], mayImport: ['contract', 'private-files', 'pictures'] },
  domain: {
    at: ['server/domain/'],
    mayImport: ['contract', 'clock', 'cache', 'workers', 'schema', 'storage', 'files'],
  },
  visits: {
    at: ['server/visits/'],
    mayImport: ['contract', 'clock', 'log-throttle', 'cache', 'private-files', 'workers', 'schema', 'storage'],
  },
  operations: {
    at: ['server/operations/'],
    mayImport: [...ground, 'schema', 'dialects', 'storage', 'files', 'visits'],
  },
  demo: { at: ['server/demo/'], mayImport: ['contract', 'clock', 'schema', 'storage', 'domain', 'visits'] },
  http: {
    at: ['server/http/'],
    mayImport: [...ground, 'workers', 'schema', 'storage', 'files', 'domain', 'visits', 'views', 'pictures'],
  },
  app: {
    at: ['server/app.ts', 'server/dashboard.ts', 'server/base-app.ts', 'server/services.ts'],
    mayImport: [...ground, 'schema', 'storage', 'files', 'domain', 'visits', 'views', 'http'],
  },
  main: {
    at: ['server/main.ts'],
    mayImport: [...ground, 'schema', 'storage', 'files', 'domain', 'visits', 'demo', 'app'],
  },
  cli: {
    at: ['server/cli/'],
    // The views only to measure a page that is imported.
    mayImport: [
      ...ground,
      'schema',
      'storage',
      'files',
      'domain',
      'visits',
      'operations',
      'views',
      'demo',
      'app',
      'main',
    ],
  },
};

/** Packages that only some rooms may run. The rest is free to all but the contract. */
const packages: { named: RegExp; runIn: string[] }[] = [
  { named: /^pg$|^node:sqlite$/, runIn: ['dialects'] },
  { named: /^kysely(\/|$)/, runIn: ['dialects', 'storage'] },
  { named: /^@?fastify(\/|-|$)/, runIn: ['http', 'app'] },
  { named: /^sharp$/, runIn: ['pictures'] },
  { named: /^@aws-sdk\/|^file-type$/, runIn: ['files'] },
  { named: /^better-auth(\/|$)/, runIn: ['domain', 'http', 'app'] },
];
const contractPackages = /^typebox(\/|$)/;

const readersOfTheEnvironment = ['config', 'cli', 'client'];
const placesThatKnowTheEngine = /^server\/(storage\/dialects\/|config\.ts$)/;
const engineIsAsked = [
  /['"`](?:sqlite|postgres|postgresql):?(?:\/\/)?['"`]/,
  /\bdialect\.name\s*(?:[!=]==?|\])|switch \([^)]*dialect\.name/,
];

/** What is started as a process, and what commands reach it through. */
const programs = /^server\/cli\/(main|process-io|openapi|page-schema)\.ts$/;

const root = fileURLToPath(new URL('..', import.meta.url));
const files = globSync(['contract/**/*.ts', 'server/**/*.ts', 'clients/**/*.ts'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .sort()
  .map((path) => ({ path, room: roomOf(path), source: readFileSync(`${root}/${path}`, 'utf8') }));

describe('the walls', () => {
  it('are around every file', () => {
    assert.ok(files.length > 0);
    report(files.filter(({ room }) => room === undefined).map(({ path }) => `${path} is in no room`));
  });

  it('let imports through one way only', () => {
    const wrong = ownImports().filter(({ room, to }) => to !== room && !rooms[room!]?.mayImport.includes(to ?? ''));
    report(wrong.map(({ path, from, room, to }) => `${path} (${room}) imports ${from} (${to ?? 'no room'})`));
  });

  it('are drawn from the ground up: a room may call only on those above it in the table', () => {
    const names = Object.keys(rooms);
    const wrong = Object.entries(rooms).flatMap(([name, { mayImport }]) =>
      mayImport
        .filter((lower) => names.indexOf(lower) < 0 || names.indexOf(lower) >= names.indexOf(name))
        .map((lower) => `${name} may import ${lower}, which is not below it`),
    );
    report(wrong);
  });

  it('keep every package in its room', () => {
    const outside = outerImports();
    const wrong = outside.filter(({ room, from, typesOnly }) => {
      if (room === 'contract') return !contractPackages.test(from);
      const rule = packages.find(({ named }) => named.test(from));
      return rule !== undefined && !typesOnly && !rule.runIn.includes(room!);
    });
    report(wrong.map(({ path, room, from }) => `${path} (${room}) imports ${from}`));
  });

  it('keep the environment outside: it is read by the settings and the programs alone', () => {
    const readers = files.filter(({ source }) => /\bprocess\.env\b|'node:process'/.test(withoutComments(source)));
    report(
      readers
        .filter(({ room }) => !readersOfTheEnvironment.includes(room!))
        .map(({ path }) => `${path} reads process.env`),
    );
  });

  it('keep the process outside of commands: they reach it through their io alone', () => {
    const commands = files.filter(({ path, room }) => room === 'cli' && !programs.test(path));
    const wrong = commands.filter(({ source }) => /\bprocess\.(?!pid\b)|\bconsole\./.test(withoutComments(source)));
    report(wrong.map(({ path }) => `${path} uses the process or the console directly`));
  });

  it('keep to themselves which engine it is', () => {
    const asking = files
      .filter(({ path }) => !placesThatKnowTheEngine.test(path))
      .flatMap(({ path, source }) =>
        withoutComments(source)
          .split('\n')
          .filter((line) => engineIsAsked.some((pattern) => pattern.test(line)))
          .map((line) => `${path} asks which engine it is: ${line.trim()}`),
      );
    report(asking);
  });

  it('have no drawer for odds and ends', () => {
    report(files.filter(({ path }) => /(^|\/)(utils?|helpers?|misc)(\/|\.ts$)/.test(path)).map(({ path }) => path));
  });
});

describe('the reader of imports', () => {
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
  return files.flatMap(({ path, room, source }) => importsOf(source).map((found) => ({ path, room, ...found })));
}

function ownImports() {
  return allImports()
    .filter(({ from }) => from.startsWith('.'))
    .map((found) => ({ ...found, to: roomOf(posix.join(posix.dirname(found.path), found.from)) }));
}

function outerImports() {
  return allImports().filter(({ from }) => !from.startsWith('.'));
}

function roomOf(path: string): string | undefined {
  const fitting = Object.entries(rooms).flatMap(([name, { at }]) =>
    at.filter((start) => path.startsWith(start)).map((start) => ({ name, length: start.length })),
  );
  return fitting.sort((a, b) => b.length - a.length)[0]?.name;
}

function report(faults: string[]): void {
  assert.ok(faults.length === 0, `\n${faults.join('\n')}`);
}
