// Reads a multipart form (RFC 7578) that has arrived in whole. With everything at hand this is a search from one
// delimiter to the next: it always comes to an end, and what breaks the form is known for certain.

export interface FormPart {
  name: string;
  /** Undefined for a file. */
  text: string | undefined;
}

const LINE = '\r\n';
const EMPTY_LINE = '\r\n\r\n';
const DISPOSITION = /^content-disposition[ \t]*:[ \t]*form-data[ \t]*(?=;)(.*)$/im;
const NAME = /;[ \t]*name[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^ \t;"]+))/i;
const FILE_NAME = /;[ \t]*filename\*?[ \t]*=/i;

/** Undefined where it is no whole form of parts with names. */
export function readMultipart(body: Buffer, contentType: string): FormPart[] | undefined {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType);
  if (!boundary) return undefined;
  const delimiter = Buffer.from(`${LINE}--${boundary[1] ?? boundary[2]}`, 'latin1');

  const first = delimiter.subarray(LINE.length);
  const parts: FormPart[] = [];
  let end = body.subarray(0, first.length).equals(first) ? -LINE.length : body.indexOf(delimiter);
  while (end !== -1) {
    let start = end + delimiter.length;
    if (body.toString('latin1', start, start + 2) === '--') return parts;
    while (body[start] === 0x20 || body[start] === 0x09) start += 1;

    end = body.indexOf(delimiter, start);
    // With the line's end that belongs to the delimiter: a part without a value ends where its headers do.
    const part = end === -1 ? undefined : readPart(body.subarray(start, end + LINE.length));
    if (!part) return undefined;
    parts.push(part);
  }
  return undefined;
}

function readPart(part: Buffer): FormPart | undefined {
  const headEnd = part.indexOf(EMPTY_LINE);
  if (headEnd === -1 || part.indexOf(LINE) !== 0) return undefined;
  const parameters = DISPOSITION.exec(part.toString('utf8', LINE.length, headEnd))?.[1] ?? '';
  const name = NAME.exec(parameters);
  if (!name) return undefined;
  const text = FILE_NAME.test(parameters)
    ? undefined
    : part.toString('utf8', headEnd + EMPTY_LINE.length, part.length - LINE.length);
  return { name: name[1] ?? name[2]!, text };
}
