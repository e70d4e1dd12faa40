import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { engines } from '../support/engines.ts';
import { wholePage } from '../support/pages/whole-page.ts';
import { installation } from './fingerpost.ts';

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'fingerpost-page-'));
  t.after(() => rm(path, { recursive: true }));
  return path;
}

const text = (document: object) => `${JSON.stringify(document, null, 2)}\n`;
const heading = (name: string) => ({ version: 1, blocks: [{ block: 'heading', name }] });

for (const engine of engines) {
  describe(`fingerpost page on ${engine.name}`, () => {
    it('exports a page, imports it for another account, and exports the same again', async (t) => {
      const { run } = await installation(t, engine, 'ada', 'bob');
      const file = join(await folder(t), 'page.json');
      const { $schema: _, ...document } = wholePage;
      assert.equal((await run(['page', 'import', 'ada', '-'], JSON.stringify(wholePage))).code, 0);
      // The URL of the service is unknown here, so there is no `$schema`.
      assert.deepEqual(await run(['page', 'export', 'ada']), { code: 0, stdout: text(document), stderr: '' });
      assert.deepEqual(await run(['page', 'export', 'ada', file]), {
        code: 0,
        stdout: `Exported the page of "ada" to ${file}.\n`,
        stderr: '',
      });
      assert.equal((await run(['page', 'import', 'bob', file])).code, 0);
      assert.equal((await run(['page', 'export', 'bob', '-'])).stdout, await readFile(file, 'utf8'));
    });

    it('rejects a page that is too large and changes nothing', async (t) => {
      const { run, json } = await installation(t, engine, 'ada');
      const items = Array.from({ length: 100 }, () => ({ caption: 'x', element: { answer: "'".repeat(2000) } }));
      const document = JSON.stringify({ version: 1, blocks: [...Array(3)].map(() => ({ block: 'faq', items })) });
      for (const options of [[], ['--dry-run']]) {
        const { code, stdout, stderr } = await run(['page', 'import', 'ada', '-', ...options], document);
        assert.deepEqual([code, stdout], [4, '']);
        assert.match(
          stderr,
          /The page would have 2,9\d\d KiB of HTML; the limit is 2,048 KiB\. It has \d+ KiB now: shorten or delete something first\./,
        );
      }
      assert.deepEqual(await json(['page', 'export', 'ada']), { version: 1 });
    });

    it('prints the changes with --dry-run without making them', async (t) => {
      const { run, json } = await installation(t, engine, 'ada');
      const path = await folder(t);
      const file = join(path, 'page.json');
      await writeFile(file, text(heading('First')));
      const preview = await run(['page', 'import', 'ada', file, '--dry-run']);
      assert.deepEqual(preview, {
        code: 0,
        stdout: '  Add the block "First" of type heading\n1 change would be made; nothing was changed.\n',
        stderr: '',
      });
      assert.deepEqual(await json(['page', 'export', 'ada']), { version: 1 });
      const done = await run(['page', 'import', 'ada', file]);
      assert.equal(done.stdout, '  Add the block "First" of type heading\nThe page was imported: 1 change.\n');
      assert.equal((await run(['page', 'import', 'ada', file, '--dry-run'])).stdout, 'Nothing would change.\n');

      await writeFile(file, text(heading('Second')));
      const { changes, summary } = await json(['page', 'import', 'ada', file, '--add', '--dry-run']);
      assert.deepEqual(summary, { add: 1, change: 0, remove: 0, move: 0 });
      assert.equal(changes[0].path, 'blocks.1');
      const brought = await run(
        ['page', 'import', 'ada', '-', '--from', 'links', '--replace'],
        'https://example.com/ Home',
      );
      assert.equal(brought.code, 0, brought.stderr);
      assert.deepEqual((await json(['page', 'export', 'ada'])).blocks.length, 1);
      assert.deepEqual(await readdir(path), ['page.json']);
    });
  });
}

describe('fingerpost page', () => {
  it('reports errors with their location and the matching exit code', async (t) => {
    const { run, json } = await installation(t, engines[0]!, 'ada');
    const file = join(await folder(t), 'page.json');
    await writeFile(file, text({ version: 1, blcoks: [], blocks: [{ block: 'links', settings: { layout: 'pile' } }] }));
    const missing = { version: 1, profile: { avatar: `upload:${'a'.repeat(64)}/8x8.webp` } };
    const items = [{ caption: 'Shop', link: 'https://shop.example', slug: 'The Shop' }];
    const badSlug = { version: 1, blocks: [{ block: 'links', items }] };
    const cases: [string[], string, number, RegExp][] = [
      [
        ['ada', file],
        '',
        4,
        /^`blcoks` is not a field; did you mean `blocks`\?\nThe field blocks\.0\.settings\.layout must be one of stack, .+\n$/,
      ],
      [['ada', '-'], '{', 4, /^It is not JSON: .+\.\n$/],
      [['ada', '-'], '<!DOCTYPE NETSCAPE-Bookmark-file-1>', 4, /use --from bookmarks\.\n$/],
      [['ada', '-'], '{"name":"Ada","links":[]}', 4, /has a version\. .+ use --from linkstack\.\n$/],
      [['ada', '-'], '[]', 4, /^The field document must be an object\.\n$/],
      [['ada', '-'], JSON.stringify(badSlug), 4, /^blocks\.0\.items\.0\.slug: A slug has 1 to 60 .+\n$/],
      [
        ['ada', '-'],
        JSON.stringify(missing),
        4,
        /^The field profile\.avatar refers to the upload aaaaaaaaaaaa…, which does not exist here/,
      ],
      [['ada', join(file, '..', 'none.json')], '', 3, /^There is no file .+none\.json\.\n$/],
      [['nobody', '-'], '{"version":1}', 3, /^There is no account with the username "nobody"\.\n$/],
      [['ada', '-', '--add', '--replace'], '{}', 2, /^Use either --add or --replace, not both\. See .+\n$/],
      [['ada', '-', '--from', 'myspace'], '', 4, /^--from must be one of linktree, /],
      [['ada'], '', 2, /^FILE must be given\. See .+\n$/],
    ];
    for (const [args, input, code, stderr] of cases) {
      const ending = await run(['page', 'import', ...args], input);
      assert.equal(ending.code, code, `${args}: ${ending.stderr}`);
      assert.match(ending.stderr, stderr);
      assert.equal(ending.stdout, '');
    }
    const without = await run(['page', 'import', 'ada', '-', '--leave-out-missing-pictures'], JSON.stringify(missing));
    assert.equal(
      without.stdout,
      'Note: profile.avatar is left out: the upload does not exist here.\nNothing changed: the page is already up to date.\n',
    );
    assert.deepEqual(await json(['page', 'export', 'ada']), { version: 1 });
  });
});
