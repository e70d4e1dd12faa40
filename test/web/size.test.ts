// How much JavaScript a browser loads before somebody can sign in, and for the page editor.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { interfaceLanguages } from '../../contract/languages.ts';

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

/** The runner of the tests has built it. */
const folder = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const MAX_SIGN_IN_BYTES = 110_000;
const MAX_EDITOR_BYTES = 202_000;
const MAX_EDITOR_FILES = 10;
/** Beyond what the editor has loaded. */
const MAX_STATS_BYTES = 70_000;
const MAX_LIVE_BYTES = 4000;
const MAX_MAP_BYTES = 25_000;
/** The texts are loaded by the language, so nothing imports them statically. */
const textsOf = (language: string) => `src/locales/${language}.po`;
const signedInTextsOf = (language: string) => `src/locales/signed-in/${language}.po`;

describe("The dashboard's build", () => {
  let chunks: Record<string, Chunk>;
  const sizes = new Map<string, number>();

  before(async () => {
    chunks = JSON.parse(await readFile(`${folder}.vite/manifest.json`, 'utf8'));
    for (const { file } of Object.values(chunks))
      if (file.endsWith('.js')) sizes.set(file, gzipSync(await readFile(join(folder, file))).length);
  });

  it('needs at most 110 kB of compressed JavaScript for the sign-in screen', () => {
    for (const language of interfaceLanguages) checkTotal(loadedBy('index.html', textsOf(language)), MAX_SIGN_IN_BYTES);
  });

  it('needs at most 202 kB of compressed JavaScript for the page editor, in ten files', () => {
    for (const language of interfaceLanguages) {
      const files = loadedBy(
        'index.html',
        textsOf(language),
        signedInTextsOf(language),
        'src/signed-in/signed-in-app.tsx',
        'src/signed-in/page/page-screen.tsx',
      );
      checkTotal(files, MAX_EDITOR_BYTES);
      assert.ok(files.length <= MAX_EDITOR_FILES, files.join(', '));
    }
  });

  it('loads the live count after the screen, and the world map only with the numbers', () => {
    const editor = loadedBy('index.html', 'src/signed-in/signed-in-app.tsx', 'src/signed-in/page/page-screen.tsx');
    const added = loadedBy('src/signed-in/stats/live/live-count.tsx').filter((file) => !editor.includes(file));
    checkTotal([...added], MAX_LIVE_BYTES);
    const map = [...sizes.keys()].filter((file) => /\bmap-/.test(file));
    checkTotal(map, MAX_MAP_BYTES);
    for (const file of map) assert.ok(![...editor, ...added].includes(file), `${file} is loaded with the editor`);
  });

  it('needs at most 70 kB more for the numbers, loaded only with them', () => {
    const start = ['index.html', textsOf('en'), signedInTextsOf('en'), 'src/signed-in/signed-in-app.tsx'];
    const before = loadedBy(...start, 'src/signed-in/stats/live/live-count.tsx');
    const added = loadedBy(...start, 'src/signed-in/stats/stats-screen.tsx').filter((file) => !before.includes(file));
    checkTotal(added, MAX_STATS_BYTES);
    const editor = loadedBy(...start, 'src/signed-in/page/page-screen.tsx');
    const screen = chunks['src/signed-in/stats/stats-screen.tsx']!.file;
    assert.ok(!editor.includes(screen), 'the editor loads the numbers');
  });

  it('names all that the sign-in screen needs in its document', async () => {
    const document = await readFile(`${folder}index.html`, 'utf8');
    const named = [...document.matchAll(/(?:src|href)="\.\/([^"]+\.js)"(?: data-language="(\w+)")?/g)];
    for (const language of interfaceLanguages) {
      const own = named.filter(([, , other]) => other === undefined || other === language).map(([, file]) => file);
      assert.deepEqual(own.toSorted(), loadedBy('index.html', textsOf(language)).toSorted());
    }
  });

  it('loads what is behind the sign-in, and its cache of queries, only then', () => {
    const early = loadedBy('index.html', textsOf('en'));
    const later = [
      ...interfaceLanguages.map(signedInTextsOf),
      ...interfaceLanguages.map(textsOf).filter((texts) => texts !== textsOf('en')),
      'src/signed-in/signed-in-app.tsx',
      'src/gallery/gallery.tsx',
      'src/sign-in/auth-screens.ts',
    ];
    for (const source of later) assert.ok(!early.includes(chunks[source]!.file), `${source} is loaded at once`);
  });

  function checkTotal(files: readonly string[], max: number): void {
    const total = files.reduce((sum, file) => sum + sizes.get(file)!, 0);
    assert.ok(files.length > 0);
    assert.ok(total <= max, `${total} bytes: ${files.map((file) => `${file} ${sizes.get(file)}`).join(', ')}`);
  }

  /** With all that each imports statically. */
  function loadedBy(...names: string[]): string[] {
    const seen = new Set<string>();
    const visit = (name: string) => {
      if (seen.has(name)) return;
      seen.add(name);
      for (const imported of chunks[name]!.imports ?? []) visit(imported);
    };
    for (const name of names) visit(name);
    return [...seen].map((name) => chunks[name]!.file);
  }
});
