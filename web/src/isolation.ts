// Text from elsewhere inside our own, such as a name in a sentence. It may be written in the other direction, and would then
// pull the punctuation and numbers beside it along: Unicode's isolates prevent that.
import { hasRightToLeft } from '../../contract/languages.ts';

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_DIRECTIONAL_ISOLATE = '\u2069';

const justANumber = /^[\p{Nd}.,٬٫]*$/u;

/** As it is where everything runs from left to right. */
export function isolated(text: string): string {
  const isNeeded = !justANumber.test(text) && (document.documentElement.dir === 'rtl' || hasRightToLeft(text));
  return isNeeded ? FIRST_STRONG_ISOLATE + text + POP_DIRECTIONAL_ISOLATE : text;
}

/** "1.4 MB · 800 × 600", without what is not there. */
export function dotted(parts: readonly (string | false | null | undefined)[]): string {
  return parts
    .filter((part) => typeof part === 'string' && part !== '')
    .map((part) => isolated(part as string))
    .join(' · ');
}
