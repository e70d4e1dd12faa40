const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Truncates between graphemes and appends an ellipsis. */
export function cut(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  let kept = '';
  let length = 0;
  for (const { segment } of graphemes.segment(text)) {
    length += [...segment].length;
    if (length >= most) break;
    kept += segment;
  }
  return `${(kept === '' ? characters.slice(0, most - 1).join('') : kept).trimEnd()}…`;
}
