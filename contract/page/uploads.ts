// Where an upload is found. Its address tells all that a page needs to know of a picture: how large it is, and so which
// smaller ones there are of it. `/uploads/{digest}/{account}/{width}x{height}.webp`
//
// A document that describes a page names an upload by what is in it alone, `upload:{digest}/{file}`, so that it is the
// same document whosever page it is.

export const uploadKinds = ['image', 'video', 'file'] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** A picture is kept at each of these widths that is smaller than itself, as WebP and as AVIF, and at its own as WebP. */
export const pictureWidths = [96, 192, 384, 768, 1536] as const;

export interface UploadAddress {
  digest: string;
  accountId: number;
  file: string;
}

const PATH = /^\/uploads\/([0-9a-f]{64})\/([1-9]\d{0,15})\/([a-z0-9][a-z0-9.-]{0,63})$/;
const REFERENCE = /^upload:([0-9a-f]{64})\/([a-z0-9][a-z0-9.-]{0,63})$/;

export function uploadPath({ digest, accountId, file }: UploadAddress): string {
  return `/uploads/${digest}/${accountId}/${file}`;
}

/** Undefined where it is no path of an upload. */
export function readUploadPath(path: string): UploadAddress | undefined {
  const [, digest, accountId, file] = PATH.exec(path) ?? [];
  return digest === undefined ? undefined : { digest, accountId: Number(accountId), file: file! };
}

/** As a document names it, whosever it is. */
export function uploadReference({ digest, file }: Pick<UploadAddress, 'digest' | 'file'>): string {
  return `upload:${digest}/${file}`;
}

export function readUploadReference(reference: string): Pick<UploadAddress, 'digest' | 'file'> | undefined {
  const [, digest, file] = REFERENCE.exec(reference) ?? [];
  return digest === undefined ? undefined : { digest, file: file! };
}
