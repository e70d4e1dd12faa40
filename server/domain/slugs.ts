// The readable end of a link's address, from its title: letters and digits of any script in lower case, with a hyphen
// between words. What has a plain form is written in it (`Straßenfest` → `strassenfest`), what has none is kept.
import { blockLimits } from '../../contract/page/block-shapes.ts';

/** Other addresses that begin with an account's name. */
const reserved = new Set(['qr', 'contact', 'forms']);
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
  for (let number = 2; ; number += 1) {
    const end = `-${number}`;
    const candidate = shortened(slug, blockLimits.slug - end.length) + end;
    if (isFree(candidate)) return candidate;
  }
}

function slugIn(title: string): string {
  const words = title
    .toWellFormed()
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
