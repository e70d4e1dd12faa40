// The background image or video of a page. It is the only part of a page that may load from another origin, because the
// owner entered its URL.
import type { Page } from '../../../../contract/page/page.ts';
import { ownPicture } from './own-picture.ts';

/** A path of this service or an absolute URL; undefined if there is neither, and the theme's background is shown. */
export function backgroundFile(page: Pick<Page, 'background' | 'origin'>): string | undefined {
  const { type, settings } = page.background;
  if (type !== 'image' && type !== 'video') return undefined;
  const { source, external_url: external } = settings[type];
  const own = type === 'image' ? settings.image.image : settings.video.video;
  if (source === 'upload') return own === '' ? undefined : ownPicture(page, own);
  const url = URL.parse(external ?? '');
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return ownPicture(page, url.href) ?? url.href;
}

/** External origins that it is loaded from. */
export function mediaOf(page: Page): string[] {
  const url = URL.parse(backgroundFile(page) ?? '');
  return url ? [url.origin] : [];
}
