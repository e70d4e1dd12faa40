// Content negotiation: the interface language that the client prefers. Browsers send few different headers, so parsed
// headers are cached.
import { type InterfaceLanguage, nearestLanguage } from '../../../contract/languages.ts';

const MAX_CACHED = 500;
/** Longer headers are cut off, so that nobody fills the cache with them. */
const MAX_LENGTH = 200;
const cache = new Map<string, InterfaceLanguage>();

/** English if the client accepts none of the languages, or does not say. */
export function acceptedLanguage(header: string | undefined): InterfaceLanguage {
  const text = (header ?? '').slice(0, MAX_LENGTH);
  const cached = cache.get(text);
  if (cached) return cached;
  const language = nearestLanguage(parse(text));
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(text, language);
  return language;
}

/** The tags, best first. */
function parse(header: string): string[] {
  const weighted = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => /^q\s*=/i.test(parameter))?.replace(/^q\s*=\s*/i, '');
    return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
  return weighted
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
