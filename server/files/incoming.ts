// Prepares an uploaded file for storage. The file type is detected from its contents, not from its name or the
// request's Content-Type.
import { fileTypeFromFile } from 'file-type';
import { ApiError, invalid } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { UploadKind } from '../../contract/page/uploads.ts';
import { drawUpload } from '../pictures/index.ts';
import type { FileOnDisk } from './file-storage.ts';
import { fileType } from './file-types.ts';
import { textExtension } from './plain-text.ts';

/** An uploaded file in the file storage's staging folder. */
export interface Incoming extends FileOnDisk {
  /** SHA-256 of its bytes. */
  digest: string;
  /** The file name given by the client. */
  name: string;
}

/** What to store for an upload. */
export interface Prepared {
  kind: UploadKind;
  width: number | null;
  height: number | null;
  /** The main file comes first. */
  files: readonly [PreparedFile, ...PreparedFile[]];
}

export interface PreparedFile {
  file: string;
  content: Buffer | FileOnDisk;
}

const pictures = ['jpeg', 'png', 'apng', 'webp', 'avif', 'gif', 'heic', 'heif'].map((format) => `image/${format}`);
const videoExtensions: Record<string, string> = { 'video/mp4': 'mp4', 'video/webm': 'webm' };

/** By detected type. Types that a browser or an operating system would execute are not in this table. */
const fileExtensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/epub+zip': 'epub',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/ogg': 'ogg',
  'audio/ogg; codecs=opus': 'ogg',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
};

const supportedTypes =
  'Supported types: pictures (JPEG, PNG, WebP, AVIF, GIF), videos (MP4, WebM) and files (PDF, ZIP, EPUB, MP3, M4A, OGG, WAV, ' +
  'FLAC, DOCX, XLSX, PPTX, ODT, ODS, ODP, and plain text such as TXT or CSV).';

const MAX_NAME = 50;

/** Rejects unsupported types with a message that lists the supported ones. */
export async function prepare(accountId: number, incoming: Incoming): Promise<Prepared> {
  if (incoming.bytes === 0) throw invalid({ file: ['The file is empty.'] });
  const found = (await fileTypeFromFile(incoming.path).catch(() => undefined))?.mime ?? '';
  if (pictures.includes(found)) {
    checkSize(incoming, 'A picture', limits.imageBytes);
    return { kind: 'image', ...(await drawUpload(accountId, incoming.path)) };
  }
  const video = videoExtensions[found];
  if (video) return unchanged(incoming, 'video', video, 'A video', limits.videoBytes);
  // A text may start with the signature of another type.
  const extension = fileExtensions[found] ?? (await textExtension(incoming));
  if (extension) return unchanged(incoming, 'file', extension, 'A file', limits.fileBytes);
  throw invalid({ file: [`This file type is not supported. ${supportedTypes}`] });
}

/** The media type of the response. */
export function typeOf(file: string): string {
  return fileType(file).type;
}

function unchanged(
  incoming: Incoming,
  kind: 'video' | 'file',
  extension: string,
  what: string,
  maxBytes: number,
): Prepared {
  checkSize(incoming, what, maxBytes);
  const { path, bytes, name } = incoming;
  const file = `${kind === 'file' ? plainName(name) : kind}.${extension}`;
  return { kind, width: null, height: null, files: [{ file, content: { path, bytes } }] };
}

/** Downloads get the owner's file name, reduced to characters that work on every system. */
function plainName(name: string): string {
  const words = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('-').slice(0, MAX_NAME).replace(/-$/, '') || 'file';
}

function checkSize({ bytes }: Incoming, what: string, maxBytes: number): void {
  if (bytes > maxBytes) throw new ApiError('too_large', `${what} may have at most ${maxBytes / (1024 * 1024)} MiB.`);
}
