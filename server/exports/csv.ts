// CSV (RFC 4180) for spreadsheets: UTF-8 with a byte order mark, and protected against formula injection.

/** Positions where a spreadsheet may start a cell, if the following text would make it a formula. */
const FORMULA_START = /^(?=[\t\r])|(?<=^|[;\t\r\n])(?=["\p{Zs}]*[=+\-@＝＋－＠])/gu;

/** Byte order mark: without it, office programs read the file in their local code page. */
export const CSV_START = '\ufeff';

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * A cell that a spreadsheet would compute gets a leading apostrophe. In locales with another delimiter than the comma,
 * quotes in the middle of a line have no meaning: there every `;`, tab and line end starts a cell.
 */
function csvCell(text: string): string {
  const guarded = text.replace(FORMULA_START, "'");
  return /[",;\t\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
