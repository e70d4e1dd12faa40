import type { ImportPageFields, PageDocument } from '../../../../clients/typescript/index.ts';

export type ImportFormat = NonNullable<ImportPageFields['format']>;
export type ImportMode = NonNullable<ImportPageFields['mode']>;

export interface ImportSource {
  text: string;
  mode: ImportMode;
  /** Undefined: the service recognises it. */
  format?: ImportFormat | undefined;
  /** Pictures of a document that this server does not have. */
  leavesPicturesOut?: boolean;
}

/** A file that Fingerpost itself exported is a document. Everything else is text in some format. */
export function importRequest(source: ImportSource, isDryRun: boolean): ImportPageFields {
  const { text, mode, format, leavesPicturesOut = false } = source;
  const document = format ? undefined : documentIn(text);
  return document
    ? { document, mode, dry_run: isDryRun, missing_pictures: leavesPicturesOut ? 'leave_out' : 'refuse' }
    : { text, mode, dry_run: isDryRun, ...(format && { format }) };
}

export function documentIn(text: string): PageDocument | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const read = JSON.parse(text);
    return read?.version === 1 ? read : undefined;
  } catch {
    return undefined;
  }
}
