// Pages load pictures only from this service: another server would learn who reads which page.
import type { Page } from '../../../../contract/page/page.ts';
import { avatarPath } from '../../pictures.ts';

/** The path of a picture on this service; undefined for external pictures. */
export function ownPicture({ origin }: Pick<Page, 'origin'>, address: string): string | undefined {
  const url = URL.parse(address, origin);
  // A path that starts with two slashes would be a host.
  if (!url || url.origin !== URL.parse(origin)?.origin || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search;
}

/** The owner's picture, or the generated one. */
export function ownAvatar(page: Page): string {
  return ownPicture(page, page.avatar) ?? avatarPath(page.publicToken);
}
