// The head of a page: title, SEO metadata, link preview (Open Graph, Twitter) and icons.
import type { Page } from '../../../contract/page/page.ts';
import { pageUrl } from '../../../contract/page/page-address.ts';
import { readPictureFile, readUploadPath, shareFile, shareWidth, uploadPath } from '../../../contract/page/uploads.ts';
import { type Html, html } from '../html.ts';
import { sharePath } from '../pictures.ts';
import { ownAvatar, ownPicture } from './pictures/own-picture.ts';
import { aboutAsWide } from './pictures/shown-picture.ts';
import { structuredData } from './structured-data.ts';

const ICON_WIDTH = 180;
const MAX_TITLE = 120;
const MAX_DESCRIPTION = 300;

/** `profiles` are the URLs of the owner's social profiles. */
export function pageHead(page: Page, profiles: readonly string[]): Html {
  const { origin, username, seo } = page;
  const title = line(seo.title, MAX_TITLE) || username;
  const description = line(seo.description, MAX_DESCRIPTION);
  const address = pageUrl(origin, page);
  const avatar = aboutAsWide(ownAvatar(page), ICON_WIDTH);
  const image = shareImage(page);
  return html`<title>${title}</title>
${name('description', description)}${name('robots', seo.isHidden && 'noindex')}<link rel="canonical" href="${address}">
<link rel="icon" href="${avatar}">
${isRaster(avatar) && html`<link rel="apple-touch-icon" href="${avatar}">\n`}${[
  property('og:type', 'profile'),
  property('og:title', title),
  property('og:description', description),
  property('og:url', address),
  property('og:image', image.address),
  property('og:image:width', image.size?.[0]),
  property('og:image:height', image.size?.[1]),
  property('og:image:alt', title),
  property('profile:username', username),
  name('twitter:card', 'summary_large_image'),
  name('twitter:title', title),
  name('twitter:description', description),
  name('twitter:image', image.address),
]}${structuredData({ ...page, seo: { ...seo, title, description } }, profiles)}`;
}

/** The owner's image, which may be external because visitors do not load it; or the generated one. */
function shareImage(page: Page): { address: string; size?: readonly [number, number] } {
  const drawn = sharePath(page.publicToken);
  const given = URL.parse(page.seo.shareImage, page.origin);
  const address = given && /^https?:$/.test(given.protocol) ? given.href : `${page.origin}${drawn}`;
  const own = ownPicture(page, address);
  if (own === drawn) return { address, size: [1200, 630] };
  const upload = own === undefined ? undefined : readUploadPath(own);
  const shape = upload && readPictureFile(upload.file);
  // An animated image is used as it is.
  if (!shape || shape.isMoving) return { address };
  const width = Math.min(shape.width, shareWidth);
  const size = [width, Math.round((shape.height * width) / shape.width)] as const;
  return { address: `${page.origin}${uploadPath({ ...upload, file: shareFile })}`, size };
}

function name(key: string, content: string | false): Html | undefined {
  return content ? html`<meta name="${key}" content="${content}">\n` : undefined;
}

function property(key: string, content: string | number | undefined): Html | undefined {
  return content ? html`<meta property="${key}" content="${content}">\n` : undefined;
}

/** Home screen icons cannot be SVG. */
function isRaster(path: string): boolean {
  return /\.(png|jpe?g|webp)(\?|$)/.test(path);
}

/** In one line, cut between words if it is too long. */
function line(text: string, max: number): string {
  const words = text.replace(/\s+/g, ' ').trim();
  if (words.length <= max) return words;
  const cut = words.slice(0, max);
  const end = cut.lastIndexOf(' ');
  return `${(end > max / 2 ? cut.slice(0, end) : cut).replace(/[\ud800-\udbff]$/, '')}…`;
}
