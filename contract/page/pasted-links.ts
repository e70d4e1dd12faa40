// Links from pasted text, one per line. Nothing is fetched: titles come from the line or from the address.
import { followable } from './targets.ts';

const target = /(?:https?:\/\/|mailto:|tel:)\S+|(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:[/?#]\S*)?/iu;

export function linksIn(text: string): { caption: string; link: string }[] {
  return text.split('\n').flatMap((line) => {
    const found = target.exec(line)?.[0];
    const link = found && followable(/^(?:https?|mailto|tel):/i.test(found) ? found : `https://${found}`);
    if (!link) return [];
    const title = line
      .replace(found, '')
      .replace(/^[\s:|–-]+|[\s:|–-]+$/gu, '')
      .trim();
    return [{ caption: title || new URL(link).hostname.replace(/^www\./, '') || link, link }];
  });
}
