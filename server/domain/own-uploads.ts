// What a page may show of its owner's files: only what its own account uploaded, and only what is there.
import type { UploadKind } from '../../contract/page/uploads.ts';
import type { PageEdit } from './page-edit.ts';

/**
 * The path under which an upload is stored in a page's records, for an address as a caller sends it: absolute, on any
 * host that we are reached by, or rooted. Null, and the address of a generated picture of ours, mean none.
 * Anything else is refused as a mistake in `field`.
 */
export async function ownUpload(
  _edit: PageEdit,
  _field: string,
  _address: string | null,
  _kinds: readonly UploadKind[],
): Promise<string | null> {
  throw new Error('not built yet');
}
