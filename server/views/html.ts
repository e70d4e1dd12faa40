// Tagged templates for HTML and SVG. Interpolated values are escaped, except results of other templates. Those are
// marked with a symbol, which JSON cannot contain, so no data can pass for markup.

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

/** Marks a text as markup, without escaping. Only for our own texts. */
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

/** A translated message whose placeholders become markup or escaped text. */
export function fill(message: string, values: Readonly<Record<string, Content>>): Html {
  return html`${message.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 1 ? values[part] : part))}`;
}

const REPLACEMENT = '\ufffd';
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these very characters
const special = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
/** Replacement by character code; empty if the character needs none. */
const replacements = Array.from({ length: 64 }, (_, code) => {
  const character = String.fromCharCode(code);
  return entities[character] ?? (special.test(character) ? REPLACEMENT : '');
});

/**
 * Safe in element content and in quoted attributes; characters that XML forbids become U+FFFD. Rendering spends most of
 * its time here: a loop takes a third of the time of `replace` with a function.
 */
function escapeText(given: string): string {
  const text = given.toWellFormed();
  if (!special.test(text)) return text;
  let escaped = '';
  let end = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const replacement = code < replacements.length ? replacements[code]! : code < 0xfffe ? '' : REPLACEMENT;
    if (replacement === '') continue;
    escaped += text.slice(end, index) + replacement;
    end = index + 1;
  }
  return escaped + text.slice(end);
}
