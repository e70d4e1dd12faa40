// Checks the documentation against the repository: links, files and lists.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { exitCodes } from '../server/cli/failures.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md', 'clients/*/*.md'], { cwd: root });

describe('the documentation', () => {
  it('links only to existing files and headings', () => {
    const broken = pages.flatMap((page) =>
      linksIn(read(page)).flatMap((link) => {
        const [path, heading] = link.split('#') as [string, string | undefined];
        const target = path === '' ? page : join(dirname(page), path);
        const isThere = existsSync(join(root, target));
        const isHeading = heading === undefined || (isThere && headingsIn(read(target)).includes(heading));
        return isThere && isHeading ? [] : [`${page} links to ${link}`];
      }),
    );
    assert.deepEqual(broken, []);
  });

  it('names only existing files and folders to developers', () => {
    const files = globSync('**/*.*', { cwd: root, exclude: ['**/node_modules', '**/dist', 'data'] });
    const paths = files.map((path) => `/${path.replaceAll('\\', '/')}`);
    const named = ['DEVELOPING.md', 'docs/architecture.md'].flatMap((page) =>
      [...read(page).matchAll(/`([\w./-]+(?:\.(?:tsx?|json|md|po)|\/))`/g)].map(([, name]) => [page, name!] as const),
    );
    assert.ok(named.length > 0);
    const isThere = (name: string) =>
      paths.some((path) => (name.endsWith('/') ? path.includes(`/${name}`) : path.endsWith(`/${name}`)));
    assert.deepEqual(
      named.filter(([, name]) => !isThere(name)),
      [],
    );
  });

  it('uses only files of the repository in its upload examples', () => {
    const named = pages.flatMap((page) => [...read(page).matchAll(/=@([\w./-]+)/g)].map(([, file]) => [page, file!]));
    assert.ok(named.some(([page]) => page === 'README.md'));
    assert.deepEqual(
      named.filter(([page, file]) => page === 'README.md' && !existsSync(join(root, file!))),
      [],
    );
  });

  it('has a row for every drill, and a section for every bench', () => {
    const drills = trialsIn('drill/run.ts');
    const rows = [...read('docs/reliability.md').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name!);
    assert.deepEqual(rows.sort(), drills.sort());
    const benches = trialsIn('bench/run.ts');
    const sections = [...read('docs/performance.md').matchAll(/^`npm run bench -- (\w+)`$/gm)].map(([, name]) => name!);
    assert.deepEqual(sections.sort(), benches.sort());
  });

  it('has a row for every job that recurs', () => {
    const table = /^\| job \| every \|[\s\S]*?\n\n/m.exec(read('docs/operations.md'))![0];
    const rows = [...table.matchAll(/^\| (`[^|]+) \| ([^|]+) \|/gm)].flatMap(([, names, every]) => {
      const [, count = '1', unit] = /^(?:(\d+) )?(s|min|minute|h|hour)$/.exec(every!) ?? assert.fail(every);
      const periods = { s: 'SECOND', min: 'MINUTE', minute: 'MINUTE', h: 'HOUR', hour: 'HOUR' };
      return names!.match(/[a-z-]+/g)!.map((name) => `${name}: ${count} ${periods[unit as 's']}`);
    });
    const definition = /(?:return|=>) defineRecurring\(\{\s*name: '([\w-]+)',\s*every: (?:(\d+) \* )?(\w+),/g;
    const jobs = globSync('server/**/*.ts', { cwd: root }).flatMap((path) =>
      [...read(path).matchAll(definition)].map(([, name, count = '1', unit]) => `${name}: ${count} ${unit}`),
    );
    assert.deepEqual(rows.sort(), jobs.sort(), 'the table of "Maintenance tasks" in docs/operations.md');
  });

  it('names every exit code of the command line', () => {
    const named = [...read('docs/operations.md').matchAll(/^\| (\d+) \| /gm)].map(([, code]) => Number(code));
    assert.deepEqual(named, Object.values(exitCodes));
  });
});

/** The names in a table of drills or benches. */
function trialsIn(path: string): string[] {
  const [, table] = /: Record<string, Trial> = \{([^}]*)\}/.exec(read(path))!;
  const names = [...table!.matchAll(/'?([\w-]+)'?(?:: \w+)?,?/g)].map(([, name]) => name!);
  assert.ok(names.length > 0);
  return names;
}

/** Relative links outside of code. */
function linksIn(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!).filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors that GitHub gives to headings. */
function headingsIn(text: string): string[] {
  const headings = text.replace(/```[\s\S]*?```/g, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
