// Responsive pictures. Uploads exist in several sizes, which follow from the URL, so that the browser can choose: a
// phone does not load the size for a large screen.
import {
  narrowerFile,
  pictureWidths,
  readPictureFile,
  readUploadPath,
  type UploadAddress,
  uploadPath,
} from '../../../../contract/page/uploads.ts';
import { type Html, html } from '../../html.ts';

export interface Frame {
  /** In CSS pixels, to reserve space; the style sheet takes precedence. */
  width: number;
  height: number;
  /** The `sizes` attribute. */
  sizes: string;
}

interface ShownAs {
  alt: string;
  className?: string;
  /** Loads when it comes into view. */
  isLazy?: boolean;
  /** Shown with its own aspect ratio instead of cropped. */
  isWhole?: boolean;
}

/** Device pixels per CSS pixel. More are not visible. */
const MAX_PIXEL_RATIO = 3;
/** There is no AVIF of the largest size. An AVIF of this share of the needed width is enough. */
const AVIF_ENOUGH = 0.8;
const PHONE = 480;
const WINDOW = 1024;

export function shownPicture(path: string, frame: Frame, { alt, className, isLazy, isWhole }: ShownAs): Html {
  const upload = uploadAt(path);
  const { width, height } = isWhole && upload ? upload : frame;
  const { src, webp, avif } = upload ? choiceOf(upload, frame.width) : { src: path };
  const sizes = webp && html` sizes="${frame.sizes}"`;
  const image = html`<img${className && html` class="${className}"`} src="${src}"${webp && html` srcset="${webp}"${sizes}`} alt="${alt}" width="${width}" height="${height}"${isLazy && html` loading="lazy"`}${upload && html` decoding="async"`}>`;
  return avif ? html`<picture><source type="image/avif" srcset="${avif}"${sizes}>${image}</picture>` : image;
}

/** The background, filling the window. AVIF is large enough only for phones. */
export function pictureBehind(path: string): Html {
  const upload = uploadAt(path);
  const { src, webp } = upload ? choiceOf(upload, WINDOW) : { src: path };
  const avif = upload && choiceOf(upload, PHONE).avif;
  const sizes = upload && html` sizes="${filling(upload)}"`;
  const image = html`<img class="backdrop" src="${src}"${webp && html` srcset="${webp}"${sizes}`} alt="" decoding="async" fetchpriority="low">`;
  if (!avif) return image;
  return html`<picture><source type="image/avif" media="(max-width:${PHONE}px)" srcset="${avif}"${sizes}>${image}</picture>`;
}

/** In a window that is taller than the picture's aspect ratio, the height decides: the picture is wider than the window. */
function filling({ width, height }: Upload): string {
  return `(max-aspect-ratio:${width}/${height}) ${Math.ceil((width / height) * 100)}vh,100vw`;
}

/** The path of a version of about this width; the picture itself if it is not an upload. */
export function aboutAsWide(path: string, width: number): string {
  const upload = uploadAt(path);
  return upload ? choiceOf(upload, width).src : path;
}

type Upload = UploadAddress & { width: number; height: number; isMoving: boolean };

function uploadAt(path: string): Upload | undefined {
  const address = readUploadPath(path);
  const shape = address && readPictureFile(address.file);
  return shape && { ...address, ...shape };
}

interface Choice {
  src: string;
  /** Undefined if there is only one size. */
  webp?: string;
  avif?: string;
}

function choiceOf(upload: Upload, shownWidth: number): Choice {
  const narrower = pictureWidths.filter((width) => width < upload.width && width * 1.5 > shownWidth);
  const enough = narrower.findIndex((width) => width >= shownWidth * MAX_PIXEL_RATIO);
  const chosen = enough < 0 ? narrower : narrower.slice(0, enough + 1);
  const own = uploadPath(upload);
  const at = (width: (typeof pictureWidths)[number], format: 'webp' | 'avif') =>
    uploadPath({ ...upload, file: narrowerFile(width, format) });
  const [least, largest] = [chosen.find((width) => width >= shownWidth), chosen.at(-1)];
  const src = least === undefined ? own : at(least, 'webp');
  if (largest === undefined) return { src };
  const webp = chosen.map((width) => `${at(width, 'webp')} ${width}w`);
  if (enough < 0) webp.push(`${own} ${upload.width}w`);
  const needed = Math.min(upload.width, shownWidth * MAX_PIXEL_RATIO);
  if (upload.isMoving || largest < needed * AVIF_ENOUGH) return { src, webp: webp.join(',') };
  return { src, webp: webp.join(','), avif: chosen.map((width) => `${at(width, 'avif')} ${width}w`).join(',') };
}
