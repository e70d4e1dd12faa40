// What a page may show of its owner's files: only what its own account uploaded, and only what is there.
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
import type { PageEdit } from '../page/page-edit.ts';

/** Of `server/views/pictures.ts`: they stand in where there is nothing, and read as nothing when they are sent back. */
const GENERATED = /^\/pictures\/(?:avatar|share|thumbnail)\/[\w-]{1,22}\.(?:svg|jpg|png)$/;

const wanted: Record<UploadKind, string> = {
  image: 'a picture',
  video: 'a video',
  file: 'a file',
};

/**
 * The path under which an upload is stored in a page's records, for an address as a caller sends it: absolute, on any
 * host that we are reached by, rooted, or a reference such as `upload:{digest}/{file}`. Null, and the address of a
 * generated picture of ours, mean none.
 * Anything else is refused as a mistake in `field`.
 */
export async function ownUpload(
  edit: PageEdit,
  field: string,
  address: string | null,
  kinds: readonly UploadKind[],
): Promise<string | null> {
  if (address === null || address === '') return null;
  const path = pathIn(address);
  if (path !== undefined && GENERATED.test(path)) return null;

  const digest = readUploadReference(address)?.digest ?? ownDigest(path, edit);
  const upload = digest === undefined ? undefined : await findUploadOf(edit.tx, edit.accountId, digest);
  if (upload?.state !== 'ready') {
    throw invalid({ [field]: [`The field ${field} is not one of your uploads; upload it first.`] });
  }
  if (!kinds.includes(upload.kind)) {
    const choice = kinds.map((kind) => wanted[kind]).join(' or ');
    throw invalid({ [field]: [`The field ${field} must be ${choice}; this upload is ${wanted[upload.kind]}.`] });
  }
  // Whichever of its sizes was named: the address of the whole tells of the others.
  return uploadPath({ digest: upload.digest, owner: edit.publicToken, file: upload.file });
}

/** Undefined where the path is not that of an upload of this account. */
function ownDigest(path: string | undefined, owner: UploadOwner): string | undefined {
  const named = path === undefined ? undefined : readUploadPath(path);
  return named && isUploadOf(named, owner) ? named.digest : undefined;
}

/** Undefined where it is neither an absolute address nor a rooted one. */
function pathIn(address: string): string | undefined {
  if (!/^(?:https?:\/\/|\/)/i.test(address)) return undefined;
  return URL.parse(address, 'http://localhost')?.pathname;
}
