// The addresses of items. Pictures are the account's own uploads. Links have a safe target, or an own upload, which is
// stored by its path without a host.
import {
  isUploadOf,
  readUploadPath,
  readUploadReference,
  type UploadOwner,
  uploadKinds,
} from '../../../../contract/page/uploads.ts';
import { ownUpload } from '../../uploads/own-uploads.ts';
import type { PageReader } from '../page-edit.ts';

export interface Addresses {
  picture(field: string, address: string | null): Promise<string | null>;
  link(field: string, address: string | null): Promise<string | null>;
}

/** Caches look-ups, so that many items with the same address need one query. */
export function addressesOf(reader: PageReader): Addresses {
  const known = new Map<string, string | null>();
  async function lookUp(kind: 'picture' | 'link', field: string, address: string): Promise<string | null> {
    const name = `${kind} ${address}`;
    if (!known.has(name))
      known.set(name, await ownUpload(reader, field, address, kind === 'link' ? uploadKinds : ['image']));
    return known.get(name)!;
  }
  return {
    picture: async (field, address) => (address === null ? null : lookUp('picture', field, address)),
    link: async (field, address) =>
      address !== null && isOwn(reader, address) ? lookUp('link', field, address) : address,
  };
}

function isOwn(owner: UploadOwner, address: string): boolean {
  if (readUploadReference(address)) return true;
  const path = address.startsWith('/') ? address : /^https?:/.test(address) ? new URL(address).pathname : '';
  const upload = readUploadPath(path);
  return upload !== undefined && (address.startsWith('/') || isUploadOf(upload, owner));
}
