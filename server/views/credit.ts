// What a licence wants to be shown beside results of the data that it is for.

interface Terms {
  name: string;
  url: string;
  attribution?: { text: string; url: string };
}

/** One phrase with its links, as Markdown; nothing where nothing is asked for. */
export function creditFor(terms: Terms | undefined): string | undefined {
  if (!terms?.attribution) return undefined;
  const { text, url } = terms.attribution;
  const credit = text.includes(url) ? text.replace(url, `[${url}](${url})`) : `[${text}](${url})`;
  return `${credit} ([${terms.name}](${terms.url}))`;
}
