// The initials of a name: the first character of its first and last word, in any script; an emoji if the name has no
// letters; empty if it has neither. A character is a grapheme cluster, so letters keep their marks and emoji sequences
// stay whole.

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

const letter = /^[\p{L}\p{N}]/u;
const cased = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u;
const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const joining = /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}]/u;
const pictograph = /\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|\u20e3/u;

const longestName = 200;
const zeroWidthNonJoiner = '\u200c';

export function initials(name: string): string {
  const text = name.slice(0, longestName).toWellFormed().normalize('NFC');
  const words = text
    .replace(/\(.*?\)/gu, ' ')
    .split(/[\s\p{Z}]+/u)
    .map(firstLetter)
    .filter((sign) => sign !== undefined);
  const first = words[0] ?? firstLetter(text);
  const last = words.length > 1 ? words.at(-1) : undefined;
  if (first === undefined) return firstPictograph(text) ?? '';
  if (last === undefined || unspaced.test(first)) return first;
  return first + (joining.test(first) ? zeroWidthNonJoiner : '') + last;
}

function firstLetter(word: string): string | undefined {
  for (const { segment } of graphemes.segment(word)) {
    if (!letter.test(segment) || segment.includes('\u20e3')) continue;
    const sign = withFewMarks(segment);
    const upper = cased.test(sign) ? sign.toUpperCase() : sign;
    // A letter whose upper case is two letters (ß, ŉ) is not changed.
    return [...upper].length > [...sign].length ? sign : upper;
  }
  return undefined;
}

/** No script needs more than two marks on a letter; more would overflow the picture. */
function withFewMarks(sign: string): string {
  const trimmed = sign.replace(/(\p{M}{2})\p{M}+/gu, '$1');
  return [...trimmed].slice(0, 8).join('');
}

function firstPictograph(text: string): string | undefined {
  for (const { segment } of graphemes.segment(text)) {
    if (pictograph.test(segment) && segment.length <= 40) return segment;
  }
  return undefined;
}
