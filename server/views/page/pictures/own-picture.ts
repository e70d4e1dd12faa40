// A picture is loaded from us or not at all: whoever asks another server for one tells it who reads which page.
import type { Page } from '../../../../contract/page/page.ts';
import { avatarPath } from '../../pictures.ts';

/** The rooted path of a picture of ours; undefined where it is somebody else's. */
export function ownPicture({ origin }: Pick<Page, 'origin'>, address: string): string | undefined {
  const url = URL.parse(address, origin);
  // Two slashes at the front would name a host.
  if (!url || url.origin !== URL.parse(origin)?.origin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search;
}

/** The owner's picture, or the one that we draw in its place. */
export function ownAvatar(page: Page): string {
  return ownPicture(page, page.avatar) ?? avatarPath(page.publicToken);
}
