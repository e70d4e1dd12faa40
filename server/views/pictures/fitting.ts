// Setting text without a font at hand: an SVG picture is shown with whatever fonts the reader has, so widths are
// estimated, on the generous side and in ems, and lines are broken here. Each sign is measured once.

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

const square =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff00-\uff60\u3000-\u303f]|\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/** What may not begin a line; it hangs over the edge instead. */
const closing = /^[\p{Pe}\p{Pf}\p{Po}\u30fc]$/u;

/** More than any card shows. */
const longestText = 400;
const spaceWidth = 0.36;

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

/** The largest of the sizes at which the text has room; at the smallest, what has no room gives way to an ellipsis. */
export function fit(text: string, width: number, maxLines: number, sizes: readonly number[]): Setting {
  const words = wordsOf(text);
  for (const size of sizes) {
    const lines = breakLines(words, width / size);
    if (lines.length <= maxLines) return { lines: balance(words, width / size, lines), size, whole: true };
  }
  const size = sizes.at(-1)!;
  const kept = breakLines(words, width / size).slice(0, maxLines);
  kept.push(shorten(kept.pop() ?? '', width / size));
  return { lines: kept, size, whole: false };
}

/** Whether the first letter that has a direction runs from right to left. */
export function runsLeft(text: string): boolean {
  const strong = /\p{L}/u.exec(text)?.[0] ?? '';
  return /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u.test(
    strong,
  );
}

function wordsOf(text: string): Word[] {
  const clean = text
    .slice(0, longestText)
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return clean.split(' ').map((word) => {
    const signs = signsOf(word);
    return { signs, width: signs.reduce((sum, sign) => sum + sign.width, 0) };
  });
}

function signsOf(text: string): Sign[] {
  return Array.from(graphemes.segment(text), ({ segment }) => ({ text: segment, width: signWidth(segment) }));
}

function signWidth(sign: string): number {
  if (square.test(sign)) return 1.15;
  if (/^[ilIjft.,:;'’!|()[\]{} ]/.test(sign)) return 0.36;
  if (/^[mwMW@%&—…]/.test(sign)) return 0.98;
  if (/^[\p{Lu}\p{N}]/u.test(sign)) return 0.74;
  return 0.6;
}

/** Words longer than a line, as in scripts that have no spaces, are broken between signs. */
function breakLines(words: Word[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const word of words) {
    if (line !== '' && used + spaceWidth + word.width > width) {
      lines.push(line);
      line = '';
      used = 0;
    }
    if (line !== '') {
      line += ' ';
      used += spaceWidth;
    }
    for (const sign of word.signs) {
      if (line !== '' && used + sign.width > width && !closing.test(sign.text)) {
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

/** The narrowest setting with as many lines, so that no word is left alone on the last one. */
function balance(words: Word[], width: number, lines: string[]): string[] {
  let balanced = lines;
  for (let narrower = width * 0.96; lines.length > 1 && narrower > width / 2; narrower -= width * 0.04) {
    const attempt = breakLines(words, narrower);
    if (attempt.length > lines.length) break;
    balanced = attempt;
  }
  return balanced;
}

function shorten(line: string, width: number): string {
  const signs = signsOf(line);
  let used = signs.reduce((sum, sign) => sum + sign.width, signWidth('…'));
  while (used > width) used -= signs.pop()?.width ?? used;
  const cut = signs.map((sign) => sign.text).join('');
  const space = cut.lastIndexOf(' ');
  const whole = cut.length < line.length && space > cut.length / 2 ? cut.slice(0, space) : cut;
  return `${whole.replace(/[\s.,;:–—-]+$/u, '')}…`;
}
