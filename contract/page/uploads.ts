// Where an upload is found. Its address tells all that a page needs to know of a picture: how large it is, and so which
// smaller ones there are of it. `/uploads/{digest}/{token}/{width}x{height}.webp`, or `…-moving.webp`
//
// A document that describes a page names an upload by what is in it alone, `upload:{digest}/{file}`, so that it is the
// same document whosever page it is.

export const uploadKinds = ['image', 'video', 'file'] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** A picture is kept at each of these widths that is smaller than itself, as WebP and as AVIF, and at its own as WebP. */
export const pictureWidths = [96, 192, 384, 768, 1536] as const;

export interface PictureShape {
  width: number;
  height: number;
  /** Of several frames. There is no AVIF of it, and no `shareFile`. */
  isMoving: boolean;
}

/** A still picture as JPEG, for whoever shows a link to the page. */
export const shareFile = 'share.jpg';
/** As wide as the picture, and no wider than this. */
export const shareWidth = 1200;

const PICTURE = /^([1-9]\d{0,4})x([1-9]\d{0,4})(-moving)?\.webp$/;

/** The name of the file that stands for all of a picture's. */
export function pictureFile({ width, height, isMoving }: PictureShape): string {
  return `${width}x${height}${isMoving ? '-moving' : ''}.webp`;
}

/** Undefined where the file is no picture. */
export function readPictureFile(file: string): PictureShape | undefined {
  const [, width, height, moving] = PICTURE.exec(file) ?? [];
  return width === undefined
    ? undefined
    : { width: Number(width), height: Number(height), isMoving: moving !== undefined };
}

/** The name of a smaller one beside it. */
export function narrowerFile(width: (typeof pictureWidths)[number], format: 'webp' | 'avif'): string {
  return `${width}.${format}`;
}

/** The account that uploads belong to. Its token is random, so that addresses tell nothing of other accounts. */
export interface UploadOwner {
  accountId: number;
  publicToken: string;
}

export interface UploadAddress {
  digest: string;
  /** The public token of an account; its id in addresses from before there were tokens. */
  owner: string;
  file: string;
}

const PATH = /^\/uploads\/([0-9a-f]{64})\/([\w-]{22}|[1-9]\d{0,15})\/([a-z0-9][a-z0-9.-]{0,63})$/;
const REFERENCE = /^upload:([0-9a-f]{64})\/([a-z0-9][a-z0-9.-]{0,63})$/;

export function uploadPath({ digest, owner, file }: UploadAddress): string {
  return `/uploads/${digest}/${owner}/${file}`;
}

/** Undefined where it is no path of an upload. */
export function readUploadPath(path: string): UploadAddress | undefined {
  const [, digest, owner, file] = PATH.exec(path) ?? [];
  return digest === undefined ? undefined : { digest, owner: owner!, file: file! };
}

export function isUploadOf({ owner }: UploadAddress, { accountId, publicToken }: UploadOwner): boolean {
  return owner === publicToken || owner === String(accountId);
}

/** As a document names it, whosever it is. */
export function uploadReference({ digest, file }: Pick<UploadAddress, 'digest' | 'file'>): string {
  return `upload:${digest}/${file}`;
}

export function readUploadReference(reference: string): Pick<UploadAddress, 'digest' | 'file'> | undefined {
  const [, digest, file] = REFERENCE.exec(reference) ?? [];
  return digest === undefined ? undefined : { digest, file: file! };
}
