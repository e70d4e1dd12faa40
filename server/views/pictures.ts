// Generated pictures for accounts and items without their own, so that every picture has a URL. They are drawn from an
// id and a name: nothing is stored, and every process draws the same. All are SVG except the share card, because link
// previews do not support SVG.

import type { PageAddresses } from '../../contract/page/page.ts';

export { avatarPicture } from './pictures/avatar.ts';
export { sharePicture } from './pictures/share-card.ts';
export { thumbnailPicture } from './pictures/thumbnail.ts';

export function avatarPath(publicToken: string): string {
  return `/pictures/avatar/${publicToken}.svg`;
}

export function thumbnailPath(itemId: number): string {
  return `/pictures/thumbnail/${itemId}.svg`;
}

export function sharePath(publicToken: string): string {
  return `/pictures/share/${publicToken}.jpg`;
}

/** The URLs in a page that is served under this origin. */
export function pageAddresses(origin: string): PageAddresses {
  return { origin, avatar: avatarPath, shareImage: (publicToken) => origin + sharePath(publicToken) };
}
