// Reads a multipart form (RFC 7578) as it arrives, in whatever pieces: only what may still become a delimiter, or the
// head of a part, is held back. What is longer than that has any business to be is refused while it is being sent.
import { Refusal } from '../../contract/errors.ts';

export type FormEvent = { head: PartHead } | { data: Buffer } | { end: true };

export interface PartHead {
  name: string;
  /** Undefined where the part is no file. */
  fileName: string | undefined;
}

const MOST_PARTS = 20;
const HEAD_BYTES = 8 * 1024;
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i;
const DISPOSITION = /^content-disposition[ \t]*:[ \t]*form-data[ \t]*(?=;)(.*)$/im;
const NAME = parameter('name');
const FILE_NAME = parameter('filename');
const EXTENDED_FILE_NAME = /;[ \t]*filename\*[ \t]*=[ \t]*utf-8''([^ \t;"]+)/i;

export interface FormScanner {
  scan(chunk: Buffer): Generator<FormEvent>;
  /** Whether the end of the form has been seen. */
  isWhole(): boolean;
}

export function createFormScanner(contentType: string): FormScanner {
  const boundary = BOUNDARY.exec(contentType);
  if (!boundary) throw new Refusal('malformed', 'The Content-Type of a multipart form must name its boundary.');
  const delimiter = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`, 'latin1');
  // The first delimiter may stand at the very beginning, without the end of a line before it.
  let rest: Buffer = Buffer.from('\r\n');
  let state: 'preamble' | 'head' | 'content' | 'over' = 'preamble';
  let parts = 0;

  /** Undefined while it has not arrived. */
  function readHead(): PartHead | undefined {
    const end = rest.indexOf('\r\n\r\n');
    if (Math.max(end, rest.length - 4) > HEAD_BYTES && (end === -1 || end > HEAD_BYTES)) {
      throw new Refusal('too_large', `The headers of a part may have at most ${HEAD_BYTES} bytes.`);
    }
    if (end === -1) return undefined;
    const head = readPartHead(rest.toString('utf8', 0, end));
    parts += 1;
    if (parts > MOST_PARTS) throw new Refusal('too_large', `The form may have at most ${MOST_PARTS} parts.`);
    rest = rest.subarray(end + 4);
    return head;
  }

  function* scan(chunk: Buffer): Generator<FormEvent> {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      if (state === 'over') {
        rest = Buffer.alloc(0);
        return;
      }
      if (state === 'head') {
        if (rest.length < 2) return;
        if (rest.toString('latin1', 0, 2) === '--') {
          state = 'over';
          continue;
        }
        const head = readHead();
        if (!head) return;
        yield { head };
        state = 'content';
        continue;
      }
      const at = rest.indexOf(delimiter);
      const certain = at === -1 ? Math.max(0, rest.length - delimiter.length + 1) : at;
      if (state === 'content' && certain > 0) yield { data: rest.subarray(0, certain) };
      rest = rest.subarray(at === -1 ? certain : at + delimiter.length);
      if (at === -1) return;
      if (state === 'content') yield { end: true };
      state = 'head';
    }
  }

  return { scan, isWhole: () => state === 'over' };
}

function readPartHead(text: string): PartHead {
  const parameters = /^[ \t]*\r\n/.test(text) ? (DISPOSITION.exec(text)?.[1] ?? '') : '';
  const name = valueIn(NAME, parameters);
  if (name === undefined) throw new Refusal('malformed', 'The body is not a complete multipart form.');
  const extended = EXTENDED_FILE_NAME.exec(parameters)?.[1];
  return { name, fileName: (extended && decoded(extended)) ?? valueIn(FILE_NAME, parameters) };
}

function parameter(name: string): RegExp {
  return new RegExp(`;[ \\t]*${name}[ \\t]*=[ \\t]*(?:"((?:[^"\\\\]|\\\\.)*)"|([^ \\t;"]+))`, 'i');
}

function valueIn(pattern: RegExp, parameters: string): string | undefined {
  const found = pattern.exec(parameters);
  return found?.[1]?.replaceAll(/\\(.)/g, '$1') ?? found?.[2];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
