// From a file as it came to the files that are kept of it. What it is, is read in it: its name and what the sender says
// of it count for nothing.
import { fileTypeFromFile } from 'file-type';
import { invalid, Refusal } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { UploadKind } from '../../contract/page/uploads.ts';
import { drawUpload } from '../pictures/index.ts';
import { fileType } from './file-types.ts';
import { textEnding } from './plain-text.ts';
import type { FileOnDisk } from './vault.ts';

/** A file that arrived, in the vault's staging folder. */
export interface Incoming extends FileOnDisk {
  /** SHA-256 of its bytes. */
  digest: string;
  /** What its sender calls it. */
  name: string;
}

/** What is to be kept of it. */
export interface Prepared {
  kind: UploadKind;
  width: number | null;
  height: number | null;
  /** The one that stands for the others comes first. */
  files: readonly [PreparedFile, ...PreparedFile[]];
}

export interface PreparedFile {
  file: string;
  content: Buffer | FileOnDisk;
}

const pictures = ['jpeg', 'png', 'apng', 'webp', 'avif', 'gif', 'heic', 'heif'].map((format) => `image/${format}`);
const videoEndings: Record<string, string> = { 'video/mp4': 'mp4', 'video/webm': 'webm' };

/** By what is in them; what a browser or a system would run is not among them. */
const fileEndings: Record<string, string> = {
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

const uploadsTaken =
  'Taken are pictures (JPEG, PNG, WebP, AVIF, GIF), videos (MP4, WebM) and files (PDF, ZIP, EPUB, MP3, M4A, OGG, WAV, ' +
  'FLAC, DOCX, XLSX, PPTX, ODT, ODS, ODP, and plain text such as TXT or CSV).';

const MAX_NAME = 50;

/** Refuses what is not taken, with a sentence that says what is. */
export async function prepare(accountId: number, incoming: Incoming): Promise<Prepared> {
  if (incoming.bytes === 0) throw invalid({ file: ['The file is empty.'] });
  const found = (await fileTypeFromFile(incoming.path).catch(() => undefined))?.mime ?? '';
  if (pictures.includes(found)) {
    bounded(incoming, 'A picture', limits.imageBytes);
    return { kind: 'image', ...(await drawUpload(accountId, incoming.path)) };
  }
  const video = videoEndings[found];
  if (video) return asItCame(incoming, 'video', video, 'A video', limits.videoBytes);
  // A text may begin with the letters by which something else is told.
  const ending = fileEndings[found] ?? (await textEnding(incoming));
  if (ending) return asItCame(incoming, 'file', ending, 'A file', limits.fileBytes);
  throw invalid({ file: [`A file of this type is not taken. ${uploadsTaken}`] });
}

/** The media type that it is served as. */
export function typeOf(file: string): string {
  return fileType(file).type;
}

function asItCame(incoming: Incoming, kind: 'video' | 'file', ending: string, what: string, most: number): Prepared {
  bounded(incoming, what, most);
  const { path, bytes, name } = incoming;
  const file = `${kind === 'file' ? plainName(name) : kind}.${ending}`;
  return { kind, width: null, height: null, files: [{ file, content: { path, bytes } }] };
}

/** Whoever saves it has it under the name that its owner gave it, as far as that can be written anywhere. */
function plainName(name: string): string {
  const words = name
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('-').slice(0, MAX_NAME).replace(/-$/, '') || 'file';
}

function bounded({ bytes }: Incoming, what: string, most: number): void {
  if (bytes > most) throw new Refusal('too_large', `${what} may have at most ${most / (1024 * 1024)} MiB.`);
}
