// Slugs from titles: lowercase letters and digits of any script, with hyphens between words. Letters with an ASCII form
// are transliterated (`Straßenfest` → `strassenfest`), others are kept.
import { blockLimits } from '../../../contract/page/block-shapes.ts';

/** Other routes below an account's name. */
const reserved = new Set(['qr', 'contact', 'forms', 'pulse']);
const FALLBACK = 'link';
/** Longer than any caption. */
const MAX_TITLE = 1000;

/** ASCII forms of letters that Unicode does not decompose. */
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

/** A free slug: a number is appended if the slug is taken. */
export function slugFor(title: string, isTaken: (slug: string) => boolean): string {
  const slug = slugIn(title);
  const isFree = (candidate: string) => !reserved.has(candidate) && !isTaken(candidate);
  if (isFree(slug)) return slug;
  const numbered = (number: number) => `${shortened(slug, blockLimits.slug - `-${number}`.length)}-${number}`;
  // Exponential, then binary search: with ten thousand links of the same title, not every number is tried.
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

/** Why a chosen slug is not allowed; undefined if it is. */
export function slugProblem(slug: string): string | undefined {
  if (reserved.has(slug)) return `The slug "${slug}" is reserved; choose another one.`;
  const proper = slugIn(slug);
  if (proper === slug) return undefined;
  return `A slug has 1 to ${blockLimits.slug} lowercase letters and digits, with hyphens between words, for example "${proper}".`;
}

function slugIn(title: string): string {
  const words = title
    // The rest cannot be part of the slug, and `normalize` takes quadratic time for a letter with many marks.
    .slice(0, MAX_TITLE)
    .toWellFormed()
    // First, because some letters are capitals only after decomposition.
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => plainForms[letter]!)
    .normalize('NFKD')
    // Only from Latin letters: in other scripts a mark can be a vowel or make another letter.
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .replace(/['’]/g, '')
    .normalize('NFC')
    .match(/[\p{L}\p{M}\p{Nd}]+/gu);
  return shortened(words?.join('-') ?? '', blockLimits.slug) || FALLBACK;
}

/** Cuts between graphemes, never inside one. */
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
