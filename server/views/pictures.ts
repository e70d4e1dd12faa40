// Generated pictures stand in where an account or an item has none of its own, so that every picture's URL answers.
// They are drawn from a number and a name: nothing to store, the same on every node. All are SVG but the share card:
// the apps that show one beside a link accept no SVG.

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

/** As a page names them that is served under this origin. */
export function pageAddresses(origin: string): PageAddresses {
  return { origin, avatar: avatarPath, shareImage: (publicToken) => origin + sharePath(publicToken) };
}
