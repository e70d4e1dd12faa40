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

  it('uses only files of the repository in its upload examples', () => {
    const named = pages.flatMap((page) => [...read(page).matchAll(/=@([\w./-]+)/g)].map(([, file]) => [page, file!]));
    assert.ok(named.some(([page]) => page === 'README.md'));
    assert.deepEqual(
      named.filter(([page, file]) => page === 'README.md' && !existsSync(join(root, file!))),
      [],
    );
  });

  it('has the results of every drill', () => {
    const [, table] = /const drills: Record<string, Drill> = \{\n([\s\S]*?)\n\};/.exec(read('drill/run.ts'))!;
    const drills = [...table!.matchAll(/^ {2}'?([\w-]+)'?[:,]/gm)].map(([, name]) => name!);
    assert.ok(drills.length > 0);
    const results = globSync('docs/results/*.md', { cwd: root });
    assert.deepEqual(results.sort(), drills.map((name) => `docs/results/${name}.md`).sort());
    for (const name of drills) assert.ok(read('docs/operations.md').includes(`(results/${name}.md)`), name);
  });

  it('names every exit code of the command line', () => {
    const named = [...read('docs/operations.md').matchAll(/^\| (\d+) \| /gm)].map(([, code]) => Number(code));
    assert.deepEqual(named, Object.values(exitCodes));
  });
});

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
