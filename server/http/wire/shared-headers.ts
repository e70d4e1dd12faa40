// Headers that many responses have in common. Their text is formatted once, and the fast lane sends it as it is.

export interface SharedHeaders {
  /** A flat list of names and values. */
  readonly list: readonly string[];
  readonly text: string;
}

/** The names and values must be valid. */
export function shareHeaders(list: readonly string[]): SharedHeaders {
  return { list, text: headerText(list) };
}

export function headerText(list: readonly string[]): string {
  let text = '';
  for (let at = 0; at < list.length; at += 2) text += `${list[at]}: ${list[at + 1]}\r\n`;
  return text;
}
