// Text has no signature. A file is text if all of its bytes are.
import { createReadStream } from 'node:fs';

/** All of these are saved as plain text. Names with another extension, such as .html, .svg or .sh, are rejected. */
const extensions = new Map([
  ['', 'txt'],
  ['txt', 'txt'],
  ['text', 'txt'],
  ['md', 'txt'],
  ['log', 'txt'],
  ['csv', 'csv'],
]);

/** The start of a file that a browser or a shell would execute. */
const EXECUTABLE = /^\ufeff?\s*(?:<|#!)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish binaries from text
const CONTROLS = /[\x00-\x08\x0e-\x1f\x7f]/;

/** Returns the extension to use if the whole file is UTF-8 text, otherwise undefined. */
export async function textExtension({ path, name }: { path: string; name: string }): Promise<string | undefined> {
  const dot = name.lastIndexOf('.');
  const extension = extensions.get(dot === -1 ? '' : name.slice(dot + 1).toLowerCase());
  return extension !== undefined && (await isText(path)) ? extension : undefined;
}

async function isText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let isFirst = true;
  try {
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk as Buffer, { stream: true });
      if (CONTROLS.test(text) || (isFirst && EXECUTABLE.test(text))) return false;
      isFirst = false;
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
