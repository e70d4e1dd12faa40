// User input as text: Unicode, trimmed, with a length limit.

/** Returns the trimmed text, or undefined if it is too short, too long or not plain text. */
export function cleanText(text: string, { least = 0, most }: { least?: number; most: number }): string | undefined {
  const trimmed = text.trim();
  const length = [...trimmed].length;
  return length >= least && length <= most && isPlainText(trimmed) ? trimmed : undefined;
}

/** No control characters, which the engines store differently, and no lone surrogates. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}
