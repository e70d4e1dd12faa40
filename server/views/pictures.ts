// Generated pictures stand in where an account or an item has none of its own, so that every picture's URL answers.
// They are drawn from a number and a name: nothing to store, the same on every node. All are SVG but the share card,
// since those who show one beside a link take no SVG.

import type { PageAddresses } from '../../contract/page/page.ts';

export { avatarPicture } from './pictures/avatar.ts';
export { type ShareCard, sharePicture } from './pictures/share-card.ts';
export { thumbnailPicture } from './pictures/thumbnail.ts';

export function avatarPath(accountId: number): string {
  return `/pictures/avatar/${accountId}.svg`;
}

export function thumbnailPath(itemId: number): string {
  return `/pictures/thumbnail/${itemId}.svg`;
}

export function sharePath(accountId: number): string {
  return `/pictures/share/${accountId}.png`;
}

/** As a page names them that is served under this origin. */
export function pageAddresses(origin: string): PageAddresses {
  return { origin, avatar: avatarPath, shareImage: (accountId) => origin + sharePath(accountId) };
}
