// Text as people type it: Unicode, trimmed, bounded.

/** Trimmed, if it is then within its bounds and can be stored and shown; undefined otherwise. */
export function cleanText(text: string, { least = 0, most }: { least?: number; most: number }): string | undefined {
  const trimmed = text.trim();
  const length = [...trimmed].length;
  return length >= least && length <= most && isPlainText(trimmed) ? trimmed : undefined;
}

/** Without control characters, which no store takes alike, and without halves of characters. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}
