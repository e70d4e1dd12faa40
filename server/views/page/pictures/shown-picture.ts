// A picture in its place on the page. Of what was uploaded there are several sizes, and which they are follows from its
// address, so that a browser can take the one that fits: a phone is not sent what a large screen needs.
import {
  narrowerFile,
  pictureWidths,
  readPictureFile,
  readUploadPath,
  type UploadAddress,
  uploadPath,
} from '../../../../contract/page/uploads.ts';
import { type Html, html } from '../../html.ts';

export interface Place {
  /** For the browser to keep room with, in CSS pixels; the style has the last word. */
  width: number;
  height: number;
  /** How wide it is in which window, as the attribute of this name says it. */
  sizes: string;
}

interface ShownAs {
  alt: string;
  className?: string;
  /** Not before it comes into view. */
  isLazy?: boolean;
  /** It is as high as it is, rather than cut to its place. */
  isWhole?: boolean;
}

/** Screens have up to so many dots to a CSS pixel; more nobody sees. */
const DENSEST = 3;
/** AVIF is not made of the largest size. Where that is needed, what is nearly as large will do. */
const NEARLY = 0.8;
const PHONE = 480;
const WINDOW = 1024;

export function shownPicture(path: string, place: Place, { alt, className, isLazy, isWhole }: ShownAs): Html {
  const upload = uploadAt(path);
  const { width, height } = isWhole && upload ? upload : place;
  const { src, webp, avif } = upload ? choiceOf(upload, place.width) : { src: path };
  const sizes = webp && html` sizes="${place.sizes}"`;
  const image = html`<img${className && html` class="${className}"`} src="${src}"${webp && html` srcset="${webp}"${sizes}`} alt="${alt}" width="${width}" height="${height}"${isLazy && html` loading="lazy"`}${upload && html` decoding="async"`}>`;
  return avif ? html`<picture><source type="image/avif" srcset="${avif}"${sizes}>${image}</picture>` : image;
}

/** Behind everything, filling the window. A phone's is narrow enough for what there is as AVIF. */
export function pictureBehind(path: string): Html {
  const upload = uploadAt(path);
  const { src, webp } = upload ? choiceOf(upload, WINDOW) : { src: path };
  const avif = upload && choiceOf(upload, PHONE).avif;
  const sizes = upload && html` sizes="${filling(upload)}"`;
  const image = html`<img class="backdrop" src="${src}"${webp && html` srcset="${webp}"${sizes}`} alt="" decoding="async" fetchpriority="low">`;
  if (!avif) return image;
  return html`<picture><source type="image/avif" media="(max-width:${PHONE}px)" srcset="${avif}"${sizes}>${image}</picture>`;
}

/** In a window that is higher than the picture's shape, the height decides: it is shown wider than the window then, and cut. */
function filling({ width, height }: Upload): string {
  return `(max-aspect-ratio:${width}/${height}) ${Math.ceil((width / height) * 100)}vh,100vw`;
}

/** The path of one that is about as wide: the picture itself where it is none that was uploaded. */
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
  /** Undefined where there is no choice. */
  webp?: string;
  avif?: string;
}

function choiceOf(upload: Upload, shownWidth: number): Choice {
  const narrower = pictureWidths.filter((width) => width < upload.width && width * 1.5 > shownWidth);
  const enough = narrower.findIndex((width) => width >= shownWidth * DENSEST);
  const chosen = enough < 0 ? narrower : narrower.slice(0, enough + 1);
  const own = uploadPath(upload);
  const at = (width: (typeof pictureWidths)[number], format: 'webp' | 'avif') =>
    uploadPath({ ...upload, file: narrowerFile(width, format) });
  const [least, largest] = [chosen.find((width) => width >= shownWidth), chosen.at(-1)];
  const src = least === undefined ? own : at(least, 'webp');
  if (largest === undefined) return { src };
  const webp = chosen.map((width) => `${at(width, 'webp')} ${width}w`);
  if (enough < 0) webp.push(`${own} ${upload.width}w`);
  const needed = Math.min(upload.width, shownWidth * DENSEST);
  if (upload.isMoving || largest < needed * NEARLY) return { src, webp: webp.join(',') };
  return { src, webp: webp.join(','), avif: chosen.map((width) => `${at(width, 'avif')} ${width}w`).join(',') };
}
