// The picture or film behind a page. It is the one thing on a page that may come from elsewhere, because its owner said
// where it lies.
import type { Page } from '../../../../contract/page/page.ts';
import { ownPicture } from './own-picture.ts';

/** A path of ours or an absolute address; undefined where there is neither, and then the theme's own background is shown. */
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

/** Foreign origins that it is loaded from. */
export function mediaOf(page: Page): string[] {
  const url = URL.parse(backgroundFile(page) ?? '');
  return url ? [url.origin] : [];
}
