// What an operation is called in the client. Its group is the noun that its path begins with, and its name is its
// operationId without that noun: GET /pixels, listPixels → pixels.list; getPixelTemplates → pixels.getTemplates.
import { Unknown } from './document.ts';

const PREFIX = '/api/v1/';

export interface Name {
  readonly group: string;
  readonly method: string;
}

export function nameOperation(operationId: string, path: string): Name {
  if (!path.startsWith(PREFIX)) throw new Unknown(`${path} is not under ${PREFIX}, where the API is.`);
  const noun = path.slice(PREFIX.length).split('/', 1)[0]!.split('-');
  const words = operationId.match(/[A-Z]?[a-z0-9]+|[A-Z]+/g) ?? [];
  return { group: camelCase(noun), method: camelCase(without(noun, words)) };
}

/** How a listing is walked: list → pages, each; listItems → pagesOfItems, eachItem. */
export function nameWalks(method: string): { pages: string; each: string } {
  const rest = /^list(.*)$/.exec(method)?.[1];
  if (rest === undefined) throw new Unknown(`A listing's operationId begins with "list"; "${method}" does not.`);
  return { pages: rest === '' ? 'pages' : `pagesOf${rest}`, each: `each${singular(rest)}` };
}

export function typeName(operationId: string, suffix: string): string {
  return operationId.charAt(0).toUpperCase() + operationId.slice(1) + suffix;
}

/** The verb always stays: "list" of "listList". */
function without(noun: readonly string[], words: readonly string[]): readonly string[] {
  const same = (word: string, other: string) => singular(word.toLowerCase()) === singular(other.toLowerCase());
  const start = words.findIndex(
    (_, index) => index > 0 && noun.every((word, offset) => same(words[index + offset] ?? '', word)),
  );
  return start === -1 ? words : words.toSpliced(start, noun.length);
}

function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
}

function camelCase(words: readonly string[]): string {
  return words
    .map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('');
}
