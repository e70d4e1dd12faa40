// The readable end of a link's address, from its title: letters and digits of any script in lower case, with a hyphen
// between words. What has a plain form is written in it (`Straßenfest` → `strassenfest`), what has none is kept.
import { blockLimits } from '../../../contract/page/block-shapes.ts';

/** Other addresses that begin with an account's name. */
const reserved = new Set(['qr', 'contact', 'forms', 'pulse']);
const FALLBACK = 'link';

/** Letters that Unicode does not take apart, as they are written where they are missing. */
const plainForms: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/** One that is not taken: where it is, a number tells it from the other. */
export function slugFor(title: string, isTaken: (slug: string) => boolean): string {
  const slug = slugIn(title);
  const isFree = (candidate: string) => !reserved.has(candidate) && !isTaken(candidate);
  if (isFree(slug)) return slug;
  const numbered = (number: number) => `${shortened(slug, blockLimits.slug - `-${number}`.length)}-${number}`;
  // In steps that double, then back by halves: of ten thousand links of one title none has to ask for every number.
  let taken = 1;
  let free = 2;
  while (!isFree(numbered(free))) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const between = Math.floor((taken + free) / 2);
    if (isFree(numbered(between))) free = between;
    else taken = between;
  }
  return numbered(free);
}

/** What is wrong with a slug that somebody chose, in a sentence; undefined where nothing is. */
export function slugProblem(slug: string): string | undefined {
  if (reserved.has(slug)) return `The slug "${slug}" is reserved; choose another one.`;
  const proper = slugIn(slug);
  if (proper === slug) return undefined;
  return `A slug has 1 to ${blockLimits.slug} lowercase letters and digits, with hyphens between words: "${proper}" would be one.`;
}

function slugIn(title: string): string {
  const words = title
    .toWellFormed()
    // First, for some letters are capitals only once they are taken apart.
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => plainForms[letter]!)
    .normalize('NFKD')
    // Only from Latin letters: elsewhere a mark makes another letter of it, or is its vowel.
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .replace(/['’]/g, '')
    .normalize('NFC')
    .match(/[\p{L}\p{M}\p{Nd}]+/gu);
  return shortened(words?.join('-') ?? '', blockLimits.slug) || FALLBACK;
}

/** Cut between characters, not within one. */
function shortened(slug: string, most: number): string {
  if (slug.length <= most) return slug;
  let short = '';
  for (const { segment } of graphemes.segment(slug)) {
    if (short.length + segment.length > most) break;
    short += segment;
  }
  return short.replace(/-+$/, '');
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
