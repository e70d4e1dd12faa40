// The parser of multipart forms (RFC 7578), both for forms in memory and for streamed uploads. It accepts chunks of any
// size and buffers only what may still become a delimiter, or the headers of a part. Its run time is linear in the
// length of the form, and a form that is too long is rejected while it is being sent.
import { ApiError } from '../../../contract/errors.ts';

export type MultipartEvent = { head: PartHead } | { data: Buffer } | { end: true };

export interface PartHead {
  name: string;
  /** Undefined if the part is not a file. */
  fileName: string | undefined;
}

export interface MultipartParser {
  parse(chunk: Buffer): Generator<MultipartEvent>;
  /** Whether the final delimiter was parsed. */
  isComplete(): boolean;
}

const MAX_HEAD_BYTES = 8 * 1024;
const LINE_END = '\r\n';
const HEAD_END = '\r\n\r\n';
const BOUNDARY = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i;
const DISPOSITION = /^content-disposition[ \t]*:[ \t]*form-data[ \t]*(?=;)(.*)$/im;
const NAME = parameter('name');
const FILE_NAME = parameter('filename');
const HAS_FILE_NAME = /;[ \t]*filename\*?[ \t]*=/i;
const EXTENDED_FILE_NAME = /;[ \t]*filename\*[ \t]*=[ \t]*utf-8''([^ \t;"]+)/i;

export function createMultipartParser(contentType: string, maxParts: number): MultipartParser {
  const boundary = BOUNDARY.exec(contentType);
  if (!boundary) throw new ApiError('malformed', 'The Content-Type of a multipart form must name its boundary.');
  const delimiter = Buffer.from(`${LINE_END}--${boundary[1] ?? boundary[2]}`, 'latin1');
  // The first delimiter may be at the very start, without a line end before it.
  let rest: Buffer = Buffer.from(LINE_END);
  let state: 'preamble' | 'head' | 'start' | 'content' | 'complete' = 'preamble';
  let parts = 0;

  /** Undefined until all of it has arrived. */
  function readHead(): PartHead | undefined {
    const end = rest.indexOf(HEAD_END);
    const length = end === -1 ? rest.length - HEAD_END.length : end;
    if (length > MAX_HEAD_BYTES) {
      throw new ApiError('too_large', `The headers of a part may have at most ${MAX_HEAD_BYTES} bytes.`);
    }
    if (end === -1) return undefined;
    const head = rest.subarray(0, end);
    if (head.includes(delimiter)) throw incomplete();
    parts += 1;
    if (parts > maxParts) throw new ApiError('too_large', `The form may have at most ${maxParts} parts.`);
    // Keep the last line end: if the part is empty, it belongs to the delimiter.
    rest = rest.subarray(end + LINE_END.length);
    return readPartHead(head.toString());
  }

  function* parse(chunk: Buffer): Generator<MultipartEvent> {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      if (state === 'complete') {
        rest = Buffer.alloc(0);
        return;
      }
      if (state === 'head') {
        if (rest.length < 2) return;
        if (rest.toString('latin1', 0, 2) === '--') {
          state = 'complete';
          continue;
        }
        const head = readHead();
        if (!head) return;
        yield { head };
        state = 'start';
        continue;
      }
      if (state === 'start') {
        if (rest.length < delimiter.length) return;
        if (!rest.subarray(0, delimiter.length).equals(delimiter)) rest = rest.subarray(LINE_END.length);
        state = 'content';
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

  return { parse, isComplete: () => state === 'complete' };
}

export function incomplete(): ApiError {
  return new ApiError('malformed', 'The body is not a complete multipart form.');
}

function readPartHead(text: string): PartHead {
  const parameters = /^[ \t]*\r\n/.test(text) ? (DISPOSITION.exec(text)?.[1] ?? '') : '';
  const name = valueIn(NAME, parameters);
  if (name === undefined) throw incomplete();
  return { name, fileName: HAS_FILE_NAME.test(parameters) ? fileNameIn(parameters) : undefined };
}

/** Empty if it cannot be parsed: the part still counts as a file. */
function fileNameIn(parameters: string): string {
  const extended = EXTENDED_FILE_NAME.exec(parameters)?.[1];
  return (extended && decoded(extended)) || (valueIn(FILE_NAME, parameters) ?? '');
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
