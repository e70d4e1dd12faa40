// What pasted lines will be called on the page, to show it while they are typed. What is added is decided by the service.

const target = /(?:https?:\/\/|mailto:|tel:)\S+|(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:\/\S*)?/iu;

export function captionsOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const found = target.exec(line)?.[0];
    if (found === undefined) return [];
    const title = line
      .replace(found, '')
      .replace(/[\s:|–-]+$/u, '')
      .trim();
    return [title || hostOf(found)];
  });
}

function hostOf(address: string): string {
  const url = URL.parse(/^[a-z]+:/i.test(address) ? address : `https://${address}`);
  return url?.hostname.replace(/^www\./, '') || address.replace(/^\w+:/, '');
}
