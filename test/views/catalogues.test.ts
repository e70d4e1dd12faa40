// The catalogues of the server: complete, without texts that nobody shows, and with the placeholders of the source.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parsePo } from 'pofile-ts';
import { interfaceLanguages } from '../../contract/languages.ts';
import { blockShapes } from '../../contract/page/block-shapes.ts';
import { formFields } from '../../contract/page/forms.ts';
import { parseStored } from '../../contract/page/reading.ts';
import { formText } from '../../server/i18n/form-words.ts';
import { i18nFor } from '../../server/i18n/index.ts';

const root = fileURLToPath(new URL('../../server/', import.meta.url));
const translated = interfaceLanguages.filter((language) => language !== 'en');

function catalogue(language: string): Map<string, string> {
  const { items } = parsePo(readFileSync(`${root}locales/${language}.po`, 'utf8'));
  assert.deepEqual(
    items.filter(({ obsolete, flags }) => obsolete || flags.fuzzy).map(({ msgid }) => msgid),
    [],
  );
  return new Map(items.map(({ msgid, msgstr }) => [msgid, msgstr[0] ?? '']));
}

/** The messages in the code, found without the tool that collects them. */
function messagesInCode(): string[] {
  const quoted = /(?:\bi18n\.t\(\s*|\/\*i18n\*\/\s*)'((?:[^'\\]|\\.)*)'/g;
  const sources = globSync('**/*.ts', { cwd: root }).map((path) => readFileSync(root + path, 'utf8'));
  return [...new Set(sources.flatMap((source) => [...source.matchAll(quoted)].map(([, text]) => text!)))].sort();
}

/** Names of placeholders, also of those in plural forms. */
function placeholders(message: string): string[] {
  const names = [...message.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name]) => name!);
  return [...new Set(names)].sort();
}

function pluralForms(message: string): string[] {
  return [...new Set([...message.matchAll(/(?<!\{)\b(\w+) \{/g)].map(([, form]) => form!))].sort();
}

const source = catalogue('en');

describe('The source catalogue', () => {
  it('has every message of the code, and no other', () => {
    assert.deepEqual([...source.keys()].sort(), messagesInCode());
  });

  it('has the default texts of forms', () => {
    const signup = parseStored(blockShapes.signup.content, {});
    const contact = parseStored(blockShapes.contact_form.content, {});
    const labels = [...formFields({ type: 'signup' }), ...contact.fields].map(({ label }) => label);
    const texts = [...Object.values(signup), contact.button, contact.thanks, ...labels];
    assert.deepEqual(
      texts.filter((text) => !source.has(text)),
      [],
    );
    for (const text of new Set(texts)) assert.equal(formText(i18nFor('de'), text), catalogue('de').get(text));
  });
});

for (const language of translated) {
  describe(`The catalogue ${language}`, () => {
    const messages = catalogue(language);
    const all = [...messages];

    it('has every message, translated', () => {
      assert.deepEqual([...messages.keys()].sort(), [...source.keys()].sort());
      assert.deepEqual(
        all.filter(([, text]) => text.trim() === '').map(([id]) => id),
        [],
      );
    });

    it('has the placeholders of the source', () => {
      assert.deepEqual(
        all.map(([id, text]) => [id, placeholders(text)]),
        all.map(([id]) => [id, placeholders(id)]),
      );
    });

    it('has all plural forms of the language', () => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      // French, Spanish and Portuguese have a form for millions, which is that of all other numbers here.
      const forms = pluralCategories.filter((form) => form !== 'many' || language === 'ar').sort();
      const plural = all.filter(([id]) => id.includes(', plural,'));
      assert.ok(plural.length > 3);
      for (const [id, text] of plural) assert.deepEqual(pluralForms(text), forms, id);
    });

    it('compiles', () => {
      const i18n = i18nFor(language);
      for (const id of messages.keys()) {
        const values = Object.fromEntries(placeholders(id).map((name) => [name, 3]));
        assert.doesNotMatch(i18n.t(id, values), /[{}#]/, id);
      }
    });
  });
}

describe('Words', () => {
  it('follow the number', () => {
    const clicks = '{clicks, plural, one {# click} other {# clicks}}';
    assert.equal(i18nFor('en').t(clicks, { clicks: 1234 }), '1,234 clicks');
    assert.equal(i18nFor('de').t(clicks, { clicks: 1 }), '1 Klick');
    assert.equal(i18nFor('de').t(clicks, { clicks: 1234 }), '1.234 Klicks');
    assert.deepEqual(
      [2, 5, 11].map((count) => i18nFor('ar').t(clicks, { clicks: count })),
      ['نقرتان', '5 نقرات', '11 نقرة'],
    );
  });

  it('are those of the nearest language', () => {
    assert.equal(i18nFor('pt-PT').t('Send'), 'Enviar');
    assert.equal(i18nFor('nl').t('Send'), 'Send');
    assert.equal(i18nFor(null).t('Send'), 'Send');
  });
});
