// Markup by tagged template, for HTML and SVG alike. Whatever is put in is text and is escaped; only the result of
// another template is markup. The mark that tells them apart is a symbol, which no JSON can carry, so data that looks
// like a template is still data.

const markup = Symbol('markup');

export interface Html {
  readonly [markup]: string;
  toString(): string;
}

export type Content = string | number | bigint | Html | false | null | undefined | readonly Content[];

export function html(strings: TemplateStringsArray, ...values: Content[]): Html {
  let text = strings[0] ?? '';
  for (const [index, value] of values.entries()) text += render(value) + (strings[index + 1] ?? '');
  return trusted(text);
}

/** Takes a text for markup as it stands. For what this house wrote itself, and nothing else. */
export function trusted(text: string): Html {
  return { [markup]: text, toString: () => text };
}

function render(value: Content): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(render).join('');
  return (value as Html)[markup] ?? '';
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Safe in element content and in quoted attributes; characters that XML forbids become U+FFFD. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(forbidden, '\ufffd')
    .replace(/[&<>"']/g, (character) => entities[character]!);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters to be replaced
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
