// The attribution that a data licence requires.

interface Terms {
  name: string;
  url: string;
  attribution?: { text: string; url: string };
}

/** A phrase with links, as Markdown; undefined if none is required. */
export function creditFor(terms: Terms | undefined): string | undefined {
  if (!terms?.attribution) return undefined;
  const { text, url } = terms.attribution;
  const credit = text.includes(url) ? text.replace(url, `[${url}](${url})`) : `[${text}](${url})`;
  return `${credit} ([${terms.name}](${terms.url}))`;
}
