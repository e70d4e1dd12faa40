// Checks the catalogues in the folders that are named: every text is translated into every language, with the placeholders
// and tags of the original, and with all plural forms that its language has. Run by `npm run messages:check`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatter } from '@lingui/format-po';
import { parse, type Token } from '@messageformat/parser';
import { interfaceLanguages } from '../contract/languages.ts';

const SOURCE = 'en';
/** Larger numbers have the forms of smaller ones, or one that stands for them in writing. */
const LARGEST_COUNTED = 200;

const folders = process.argv.slice(2);
const problems = (await Promise.all(folders.map(problemsIn))).flat();
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${folders.length} catalogues are complete in ${interfaceLanguages.length} languages.`);

async function problemsIn(folder: string): Promise<string[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.po'));
  const unknown = files.filter((name) => !interfaceLanguages.some((language) => name === `${language}.po`));
  const found = unknown.map((name) => `${join(folder, name)}: no language of the dashboard`);
  const source = await read(folder, SOURCE);
  for (const language of interfaceLanguages) {
    const file = join(folder, `${language}.po`);
    const translations = await read(folder, language);
    for (const id of translations.keys()) if (!source.has(id)) found.push(`${file}: unused: ${id}`);
    for (const [id, original] of source) {
      const translation = translations.get(id);
      if (!translation) found.push(`${file}: missing: ${original}`);
      else found.push(...faultsOf(original, translation, language).map((fault) => `${file}: ${fault}: ${original}`));
    }
  }
  return found;
}

/** By the id that the text has in the code. */
async function read(folder: string, language: string): Promise<Map<string, string>> {
  const filename = join(folder, `${language}.po`);
  const catalogue = await formatter().parse(readFileSync(filename, 'utf8'), {
    locale: language,
    sourceLocale: SOURCE,
    filename,
  });
  const entries = Object.entries(catalogue ?? {}).filter(([, { obsolete }]) => !obsolete);
  return new Map(entries.map(([id, { translation }]) => [id, translation ?? '']));
}

function faultsOf(original: string, translation: string, language: string): string[] {
  try {
    const [wanted, given] = [partsOf(parse(original)), partsOf(parse(translation))];
    const faults = [...wanted.names].filter((name) => !given.names.has(name)).map((name) => `lacks ${name}`);
    faults.push(...[...given.names].filter((name) => !wanted.names.has(name)).map((name) => `does not have ${name}`));
    for (const forms of given.plurals) {
      const lacking = formsOf(language).filter((form) => !forms.has(form));
      if (lacking.length > 0) faults.push(`lacks the plural forms ${lacking.join(', ')}`);
    }
    return faults;
  } catch (error) {
    return [`cannot be parsed (${(error as Error).message.split('\n')[0]})`];
  }
}

interface Parts {
  /** Placeholders as `{name}`, and tags as `<0>`. */
  names: Set<string>;
  plurals: Set<string>[];
}

function partsOf(tokens: readonly Token[], parts: Parts = { names: new Set(), plurals: [] }): Parts {
  for (const token of tokens) {
    if (token.type === 'content') for (const [tag] of token.value.matchAll(/<\/?\d+\/?>/g)) parts.names.add(tag);
    if (token.type === 'argument' || token.type === 'function') parts.names.add(`{${token.arg}}`);
    if (token.type !== 'plural' && token.type !== 'select' && token.type !== 'selectordinal') continue;
    parts.names.add(`{${token.arg}, ${token.type}}`);
    if (token.type === 'plural') parts.plurals.push(new Set(token.cases.map(({ key }) => key)));
    for (const { tokens: inner } of token.cases) partsOf(inner, parts);
  }
  return parts;
}

/** Those that numbers up to `LARGEST_COUNTED` have, and `other`. */
function formsOf(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  const numbers = Array.from({ length: LARGEST_COUNTED + 1 }, (_, number) => number);
  return [...new Set([...numbers.map((number) => rules.select(number)), 'other'])];
}
