import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { engines } from '../support/engines.ts';
import { installation } from './fingerpost.ts';

const sample = (name: string) => fileURLToPath(new URL(`../page-sources/samples/${name}`, import.meta.url));

for (const engine of engines) {
  describe(`fingerpost page import --from on ${engine.name}`, () => {
    it('prints what it would import, imports it, and adds more from standard input', async (t) => {
      const { run, json } = await installation(t, engine, 'ada');
      const empty = await json(['page', 'export', 'ada']);
      const bookmarks = ['page', 'import', 'ada', sample('bookmarks.html'), '--from', 'bookmarks'];

      const preview = await run([...bookmarks, '--dry-run']);
      assert.equal(preview.code, 0, preview.stderr);
      assert.match(preview.stdout + preview.stderr, /Cooking/);
      assert.match(
        preview.stdout + preview.stderr,
        /Note: 2 entries were left out .*“Most visited”, “A bookmarklet”\./,
      );
      assert.deepEqual(await json(['page', 'export', 'ada']), empty);

      assert.equal((await run(bookmarks)).code, 0);
      const list = ['page', 'import', 'ada', '-', '--from', 'links'];
      assert.equal((await run(list, 'The shop https://shop.example/')).code, 0);
      const { blocks } = await json(['page', 'export', 'ada']);
      assert.deepEqual(
        blocks.map(({ name, items }: { name?: string; items: { caption: string }[] }) => [
          name,
          items.map(({ caption }) => caption),
        ]),
        [
          [undefined, ['News & weather', 'Trains']],
          ['Cooking', ['Soup', 'Salad']],
          ['Baking', ['Bread']],
          [undefined, ['Mail']],
          [undefined, ['The shop']],
        ],
      );
    });
  });
}

it('changes nothing for a file without content, and names the format it looks like', async (t) => {
  const { run, json } = await installation(t, engines[0]!, 'ada');
  const empty = await json(['page', 'export', 'ada']);
  const evil = `<script>hacked()</script>${'<div>'.repeat(100_000)}<a href="javascript:hacked()">\u001b[31mx</a>`;
  const refused = await run(['page', 'import', 'ada', '-', '--from', 'linktree'], evil);
  assert.equal(refused.code, 4);
  assert.match(refused.stderr, /There is nothing in it to import\./);
  assert.ok(!refused.stderr.includes('\u001b[31m'));

  const unnamed = await run(['page', 'import', 'ada', '-'], await readFile(sample('linktree.html')));
  assert.equal(unnamed.code, 4);
  assert.match(unnamed.stderr, /use --from linktree\./);
  const list = await run(['page', 'import', 'ada', '-', '--from', 'linktree'], 'Shop https://shop.example');
  assert.match(list.stderr, /to import\. It looks like the format links\.\n$/);
  const bookmarks = await readFile(sample('bookmarks.html'));
  const mistaken = await run(['page', 'import', 'ada', '-', '--from', 'linkstack'], bookmarks);
  assert.deepEqual(mistaken, { code: 4, stdout: '', stderr: 'It looks like the format bookmarks.\n' });
  assert.deepEqual(await json(['page', 'export', 'ada']), empty);
});
