/** On demand: it takes a browser several milliseconds. */
let graphemes: Intl.Segmenter | undefined;

/** Truncates between graphemes and appends an ellipsis. */
export function cut(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let kept = '';
  let length = 0;
  for (const { segment } of graphemes.segment(text)) {
    length += [...segment].length;
    if (length >= most) break;
    kept += segment;
  }
  return `${(kept === '' ? characters.slice(0, most - 1).join('') : kept).trimEnd()}…`;
}
