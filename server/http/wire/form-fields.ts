// Parses a form that is in memory into fields by name.
import { createMultipartParser, incomplete } from './multipart.ts';
import { MAX_FIELDS } from './part-limits.ts';

/** `fieldLimit` has to be checked first: URLSearchParams is quadratic in the number of fields. */
export function parseUrlEncoded(body: Buffer): Record<string, unknown> {
  const fields = new Map<string, unknown>();
  // A plus sign is a space. URLSearchParams decodes it too, but slowly.
  for (const [name, value] of new URLSearchParams(body.toString().replaceAll('+', ' '))) addField(fields, name, value);
  return Object.fromEntries(fields);
}

export function parseMultipart(body: Buffer, contentType: string): Record<string, unknown> {
  const form = createMultipartParser(contentType, MAX_FIELDS);
  const fields = new Map<string, unknown>();
  let name = '';
  let content: Buffer | undefined;
  for (const event of form.parse(body)) {
    if ('head' in event) {
      ({ name } = event.head);
      // A file is not text: validation rejects it if it expects a field of that name.
      content = event.head.fileName === undefined ? Buffer.alloc(0) : undefined;
    } else if ('data' in event) content &&= event.data;
    else addField(fields, name, content?.toString() ?? {});
  }
  if (!form.isComplete()) throw incomplete();
  return Object.fromEntries(fields);
}

/** A field that is sent twice becomes a list, which validation rejects as a single value. */
export function addField(fields: Map<string, unknown>, name: string, value: unknown): void {
  const before = fields.get(name);
  if (Array.isArray(before)) before.push(value);
  else fields.set(name, fields.has(name) ? [before, value] : value);
}
