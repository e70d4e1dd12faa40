// The catalogues that translators edit: what the check says of broken ones, and that refusals of the service have words.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { processEnvironment } from '../support/server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const languages = ['en', 'de', 'es', 'fr', 'pt', 'ja', 'ar'];
const NAME = 'Delete {name}';
const COUNT = '{count, plural, one {# link} other {# links}}';
const arabic = '{count, plural, zero {#} one {#} two {#} few {#} many {#} other {#}}';

describe('The check of the catalogues', () => {
  it('accepts complete ones', (t) => {
    assert.deepEqual(check(t, {}), { status: 0, found: [] });
  });

  it('names what is missing, unused or broken, in any language', (t) => {
    const broken = {
      de: { [NAME]: '' },
      es: { 'No longer there': 'Ya no está' },
      fr: { [NAME]: 'Supprimer {nom}' },
      pt: { [COUNT]: '{count, plural, one {# link} other {# links}' },
      ar: { [COUNT]: '{count, plural, one {#} other {#}}' },
    };
    const { status, found } = check(t, broken);
    assert.equal(status, 1);
    assert.deepEqual(
      found.map((line) => line.replace(/\(.*\)/, '(…)')),
      [
        `de.po: missing: ${NAME}`,
        'es.po: unused: No longer there',
        `fr.po: lacks {name}: ${NAME}`,
        `fr.po: does not have {nom}: ${NAME}`,
        `pt.po: cannot be parsed (…): ${COUNT}`,
        `ar.po: lacks the plural forms zero, two, few, many: ${COUNT}`,
      ],
    );
  });

  /** Of a catalogue of two texts, with these entries in its languages. */
  function check(t: TestContext, changed: Record<string, Record<string, string>>) {
    const folder = mkdtempSync(join(tmpdir(), 'fingerpost-messages-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(folder, { recursive: true });
    for (const language of languages) {
      const entries = { [NAME]: NAME, [COUNT]: language === 'ar' ? arabic : COUNT, ...changed[language] };
      const blocks = Object.entries(entries).map(
        ([id, text]) => `#. js-lingui-explicit-id\nmsgid ${JSON.stringify(id)}\nmsgstr ${JSON.stringify(text)}\n`,
      );
      writeFileSync(join(folder, `${language}.po`), ['msgid ""\nmsgstr ""\n', ...blocks].join('\n'));
    }
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'web/check-messages.ts'), folder], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...processEnvironment },
    });
    const found = stderr.trim().split('\n').filter(Boolean);
    return { status, found: found.map((line) => line.replace(`${folder}/`, '')) };
  }
});

describe('Errors in the words of the dashboard', () => {
  const source = readFileSync(join(root, 'web/src/api/error-words.ts'), 'utf8');
  const patterns = [...source.matchAll(/^ +(?:\[)?\/(.+?)\/,/gm)].map(([, pattern]) => new RegExp(pattern!));

  it('are all made from sentences that the service can say', () => {
    const sentences = globSync(['server/**/*.ts', 'contract/**/*.ts'], { cwd: root }).flatMap((path) => {
      const texts = readFileSync(join(root, path), 'utf8').matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g);
      return [...texts].map(([, plain, template]) => (plain ?? template!).replaceAll(/\$\{[^}]*\}/g, '7'));
    });
    assert.ok(patterns.length > 50, `${patterns.length} patterns`);
    const unsaid = patterns.filter((pattern) => !sentences.some((sentence) => pattern.test(sentence)));
    assert.deepEqual(unsaid, []);
  });
});
