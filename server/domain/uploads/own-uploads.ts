// A page may only refer to existing uploads of its own account.
import { invalid } from '../../../contract/errors.ts';
import {
  isUploadOf,
  readUploadPath,
  readUploadReference,
  type UploadKind,
  type UploadOwner,
  uploadPath,
} from '../../../contract/page/uploads.ts';
import { findUploadOf } from '../../storage/page/uploads.ts';
import type { PageReader } from '../page/page-edit.ts';

/** Placeholder pictures (`server/views/pictures.ts`). If a client sends one back, it means none. */
const GENERATED = /^\/pictures\/(?:avatar|share|thumbnail)\/[\w-]{1,22}\.(?:svg|jpg|png)$/;

const wanted: Record<UploadKind, string> = {
  image: 'a picture',
  video: 'a video',
  file: 'a file',
};

/**
 * Returns the path under which records store an upload, for an address as clients send it: an absolute URL on any host of
 * ours, an absolute path, or a reference such as `upload:{digest}/{file}`. Null and placeholder pictures mean none.
 * Anything else is an error in `field`.
 */
export async function ownUpload(
  reader: PageReader,
  field: string,
  address: string | null,
  kinds: readonly UploadKind[],
): Promise<string | null> {
  if (address === null || address === '') return null;
  const path = pathIn(address);
  if (path !== undefined && GENERATED.test(path)) return null;

  const digest = readUploadReference(address)?.digest ?? ownDigest(path, reader);
  const upload = digest === undefined ? undefined : await findUploadOf(reader.tx, reader.accountId, digest);
  if (upload?.state !== 'ready') {
    throw invalid({ [field]: [`The field ${field} is not one of your uploads; upload it first.`] });
  }
  if (!kinds.includes(upload.kind)) {
    const choice = kinds.map((kind) => wanted[kind]).join(' or ');
    throw invalid({ [field]: [`The field ${field} must be ${choice}; this upload is ${wanted[upload.kind]}.`] });
  }
  // The path of the full size, whichever size was sent: the other sizes are derived from it.
  return uploadPath({ digest: upload.digest, owner: reader.publicToken, file: upload.file });
}

/** Undefined if the path is not an upload of this account. */
function ownDigest(path: string | undefined, owner: UploadOwner): string | undefined {
  const named = path === undefined ? undefined : readUploadPath(path);
  return named && isUploadOf(named, owner) ? named.digest : undefined;
}

/** Undefined if it is neither an absolute URL nor an absolute path. */
function pathIn(address: string): string | undefined {
  if (!/^(?:https?:\/\/|\/)/i.test(address)) return undefined;
  return URL.parse(address, 'http://localhost')?.pathname;
}
