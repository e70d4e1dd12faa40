// Text has no mark of its own: it is what is nothing else, from its first byte to its last.
import { createReadStream } from 'node:fs';
import type { Incoming } from './incoming.ts';

/** All of these are plain text to whoever saves them; a name that promises a page, a drawing or a program is refused. */
const endings = new Map([
  ['', 'txt'],
  ['txt', 'txt'],
  ['text', 'txt'],
  ['md', 'txt'],
  ['log', 'txt'],
  ['csv', 'csv'],
]);

/** What a browser or a shell would take for more than text. */
const RUNS = /^\ufeff?\s*(?:<|#!)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells a program from text
const CONTROLS = /[\x00-\x08\x0e-\x1f\x7f]/;

/** How the file is named where it is text in UTF-8 all through; else undefined. */
export async function textEnding({ path, name }: Incoming): Promise<string | undefined> {
  const dot = name.lastIndexOf('.');
  const ending = endings.get(dot === -1 ? '' : name.slice(dot + 1).toLowerCase());
  return ending !== undefined && (await isText(path)) ? ending : undefined;
}

async function isText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let isFirst = true;
  try {
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk as Buffer, { stream: true });
      if (CONTROLS.test(text) || (isFirst && RUNS.test(text))) return false;
      isFirst = false;
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
