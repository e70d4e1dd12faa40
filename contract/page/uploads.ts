// URLs of uploads. The URL of a picture contains its size, which determines the smaller versions that exist:
// `/uploads/{digest}/{token}/{width}x{height}.webp`, or `…-moving.webp`
//
// A page document references an upload by its content only, `upload:{digest}/{file}`, so it is the same for every
// account.

export const uploadKinds = ['image', 'video', 'file'] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** A picture is stored at each of these widths that is smaller than its own, as WebP and AVIF, and at its own as WebP. */
export const pictureWidths = [96, 192, 384, 768, 1536] as const;

export interface PictureShape {
  width: number;
  height: number;
  /** Animated. There is no AVIF version and no `shareFile`. */
  isMoving: boolean;
}

/** A JPEG of a still picture, for link previews. */
export const shareFile = 'share.jpg';
/** Its maximum width. */
export const shareWidth = 1200;

const PICTURE = /^([1-9]\d{0,4})x([1-9]\d{0,4})(-moving)?\.webp$/;

/** The name of a picture's main file. */
export function pictureFile({ width, height, isMoving }: PictureShape): string {
  return `${width}x${height}${isMoving ? '-moving' : ''}.webp`;
}

/** Undefined if the file is not a picture. */
export function readPictureFile(file: string): PictureShape | undefined {
  const [, width, height, moving] = PICTURE.exec(file) ?? [];
  return width === undefined
    ? undefined
    : { width: Number(width), height: Number(height), isMoving: moving !== undefined };
}

/** The name of a smaller version. */
export function narrowerFile(width: (typeof pictureWidths)[number], format: 'webp' | 'avif'): string {
  return `${width}.${format}`;
}

/** The owner of uploads. The token is random, so that URLs reveal nothing about other accounts. */
export interface UploadOwner {
  publicToken: string;
}

export interface UploadAddress {
  digest: string;
  /** The public token of the account. */
  owner: string;
  file: string;
}

const PATH = /^\/uploads\/([0-9a-f]{64})\/([\w-]{22})\/([a-z0-9][a-z0-9.-]{0,63})$/;
const REFERENCE = /^upload:([0-9a-f]{64})\/([a-z0-9][a-z0-9.-]{0,63})$/;

export function uploadPath({ digest, owner, file }: UploadAddress): string {
  return `/uploads/${digest}/${owner}/${file}`;
}

/** Undefined if it is not the path of an upload. */
export function readUploadPath(path: string): UploadAddress | undefined {
  const [, digest, owner, file] = PATH.exec(path) ?? [];
  return digest === undefined ? undefined : { digest, owner: owner!, file: file! };
}

export function isUploadOf({ owner }: UploadAddress, { publicToken }: UploadOwner): boolean {
  return owner === publicToken;
}

/** The reference in a page document, independent of the account. */
export function uploadReference({ digest, file }: Pick<UploadAddress, 'digest' | 'file'>): string {
  return `upload:${digest}/${file}`;
}

export function readUploadReference(reference: string): Pick<UploadAddress, 'digest' | 'file'> | undefined {
  const [, digest, file] = REFERENCE.exec(reference) ?? [];
  return digest === undefined ? undefined : { digest, file: file! };
}
