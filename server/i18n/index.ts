// Our own words in every interface language. English is the source and is written in the code, in calls of `i18n.t`;
// `npm run messages` collects it into the catalogues in server/locales. A catalogue is read when its language is first
// used, and each message is compiled when it is first shown.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileIcu, parsePo } from 'pofile-ts';
import { directionOf, type InterfaceLanguage, nearestLanguage } from '../../contract/languages.ts';
import { installation } from '../system/paths.ts';

export type Values = Readonly<Record<string, string | number>>;

export interface I18n {
  readonly language: InterfaceLanguage;
  readonly dir: 'ltr' | 'rtl';
  /** The message in ICU syntax, translated and filled in. Placeholders without a value stay as they are. `note` is for translators. */
  t(message: string, values?: Values, note?: { comment: string }): string;
  /** Whether the catalogue has it; false for English, which needs none. */
  has(message: string): boolean;
}

type Compiled = (values: Values) => string;

const languages = new Map<InterfaceLanguage, I18n>();
/** By tag: a page looks its words up for every block. */
const byTag = new Map<string, I18n>();
const MAX_TAGS = 200;
const none: Values = {};

/** The words for any BCP 47 tag: those of its nearest interface language. */
export function i18nFor(tag: string | null): I18n {
  const known = byTag.get(tag ?? '');
  if (known) return known;
  const i18n = i18nIn(nearestLanguage(tag === null ? [] : [tag]));
  if (byTag.size >= MAX_TAGS) byTag.clear();
  byTag.set(tag ?? '', i18n);
  return i18n;
}

function i18nIn(language: InterfaceLanguage): I18n {
  const known = languages.get(language);
  if (known) return known;
  const i18n = createI18n(language, language === 'en' ? new Map() : readCatalogue(language));
  languages.set(language, i18n);
  return i18n;
}

function createI18n(language: InterfaceLanguage, translations: ReadonlyMap<string, string>): I18n {
  const compiled = new Map<string, string | Compiled>();

  function compile(message: string): string | Compiled {
    const text = translations.get(message) ?? message;
    return text.includes('{') ? (compileIcu(text, { locale: language }) as Compiled) : text;
  }

  return {
    language,
    dir: directionOf(language),
    t(message, values = none) {
      let found = compiled.get(message);
      if (found === undefined) {
        found = compile(message);
        compiled.set(message, found);
      }
      return typeof found === 'string' ? found : found(values);
    },
    has: (message) => translations.has(message),
  };
}

function readCatalogue(language: InterfaceLanguage): Map<string, string> {
  const { items } = parsePo(readFileSync(join(installation, 'server', 'locales', `${language}.po`), 'utf8'));
  const translated = items.filter(({ obsolete, msgstr }) => !obsolete && msgstr[0]);
  return new Map(translated.map(({ msgid, msgstr }) => [msgid, msgstr[0]!]));
}
