// Fits text into lines: the largest font size that fits, balanced lines, and an ellipsis if it does not fit at all.
// Each character is measured once, with a function of the caller.

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Characters that may not start a line; one of them may overhang the edge. */
const closing = /^[\p{Pe}\p{Pf}\p{Po}\u30fc]$/u;

/** More than fits on any card. */
const longestText = 400;

/** Width of a character in ems. */
export type Measure = (sign: string) => number;

interface Sign {
  text: string;
  width: number;
}

interface Word {
  signs: Sign[];
  width: number;
}

export interface Setting {
  lines: string[];
  size: number;
  whole: boolean;
}

/** The largest size at which the text fits. At the smallest size, the text is cut with an ellipsis. */
export function fit(
  text: string,
  measure: Measure,
  width: number,
  maxLines: number,
  sizes: readonly number[],
): Setting {
  const words = wordsOf(text, measure);
  const space = measure(' ');
  for (const size of sizes) {
    const lines = breakLines(words, space, width / size);
    if (lines.length <= maxLines) return { lines: balance(words, space, width / size, lines), size, whole: true };
  }
  const size = sizes.at(-1)!;
  const kept = breakLines(words, space, width / size).slice(0, maxLines);
  kept.push(shorten(kept.pop() ?? '', measure, width / size));
  return { lines: kept, size, whole: false };
}

function wordsOf(text: string, measure: Measure): Word[] {
  const clean = text
    .slice(0, longestText)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return clean.split(' ').map((word) => {
    const signs = signsOf(word, measure);
    return { signs, width: signs.reduce((sum, sign) => sum + sign.width, 0) };
  });
}

function signsOf(text: string, measure: Measure): Sign[] {
  return Array.from(graphemes.segment(text), ({ segment }) => ({ text: segment, width: measure(segment) }));
}

/** Words longer than a line, as in scripts without spaces, are broken between characters. */
function breakLines(words: Word[], space: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of words) {
    if (line !== '' && used + space + word.width > width) {
      lines.push(line);
      line = '';
      used = 0;
    }
    if (line !== '') {
      line += ' ';
      used += space;
    }
    for (const sign of word.signs) {
      if (line !== '' && used + sign.width > width && (used > width || !closing.test(sign.text))) {
        lines.push(line);
        line = '';
        used = 0;
      }
      line += sign.text;
      used += sign.width;
    }
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** The narrowest width with the same number of lines, so that the last line has no single word. */
function balance(words: Word[], space: number, width: number, lines: string[]): string[] {
  let balanced = lines;
  for (let narrower = width * 0.96; lines.length > 1 && narrower > width / 2; narrower -= width * 0.04) {
    const attempt = breakLines(words, space, narrower);
    if (attempt.length > lines.length) break;
    balanced = attempt;
  }
  return balanced;
}

function shorten(line: string, measure: Measure, width: number): string {
  const signs = signsOf(line, measure);
  let used = signs.reduce((sum, sign) => sum + sign.width, measure('…'));
  while (used > width) used -= signs.pop()?.width ?? used;
  const cut = signs.map((sign) => sign.text).join('');
  const space = cut.lastIndexOf(' ');
  const whole = cut.length < line.length && space > cut.length / 2 ? cut.slice(0, space) : cut;
  return `${whole.replace(/[\s.,;:–—-]+$/u, '')}…`;
}
