// Which part of a picture is shown in a frame. All numbers are shares of the frame's width or of the picture.
import type { PictureFrame } from './picture-frames.ts';

export interface Crop {
  /** 1 fills the frame, without a gap. */
  zoom: number;
  /** The point of the picture in the middle of the frame, from 0 to 1. */
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const MAX_ZOOM = 5;
export const centred: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** The size of the picture at a zoom, if the frame is 1 wide. */
function shownSize(picture: Size, ratio: number, zoom: number): Size {
  const shape = picture.width / picture.height;
  const width = Math.max(1, shape / ratio) * zoom;
  return { width, height: width / shape };
}

/** The zoom at which the whole picture is in the frame; in a round one, its corners too. */
export function wholeZoom(picture: Size, { ratio = 1, shape }: PictureFrame): number {
  const { width, height } = shownSize(picture, ratio, 1);
  if (shape !== 'round') return Math.min(1 / width, 1 / ratio / height);
  return 1 / Math.hypot(width, height * ratio);
}

/** Without a gap beside the picture, unless it is smaller than the frame: then it is in the middle. */
export function clamped(crop: Crop, picture: Size, frame: PictureFrame): Crop {
  const { ratio = 1 } = frame;
  const zoom = Math.min(Math.max(crop.zoom, wholeZoom(picture, frame)), MAX_ZOOM);
  const { width, height } = shownSize(picture, ratio, zoom);
  return { zoom, x: within(crop.x, 0.5 / width), y: within(crop.y, 0.5 / ratio / height) };
}

function within(value: number, half: number): number {
  return half >= 0.5 ? 0.5 : Math.min(Math.max(value, half), 1 - half);
}

/** Where the picture is drawn, in a frame that is `frameWidth` wide. */
export function boxOf(crop: Crop, picture: Size, ratio: number, frameWidth: number) {
  const { width, height } = shownSize(picture, ratio, crop.zoom);
  return {
    left: (0.5 - crop.x * width) * frameWidth,
    top: (0.5 / ratio - crop.y * height) * frameWidth,
    width: width * frameWidth,
    height: height * frameWidth,
  };
}

/** The part in the frame as a file, no larger than it is sharp. */
export async function croppedFile(image: HTMLImageElement, crop: Crop, frame: PictureFrame): Promise<Blob> {
  const picture = { width: image.naturalWidth, height: image.naturalHeight };
  const ratio = frame.ratio ?? picture.width / picture.height;
  const sharp = picture.width / shownSize(picture, ratio, crop.zoom).width;
  const width = Math.max(1, Math.round(Math.min(frame.width, Math.max(sharp, 1))));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.max(1, Math.round(width / ratio));
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  const box = boxOf(crop, picture, ratio, width);
  context.drawImage(image, box.left, box.top, box.width, box.height);
  return encoded(canvas, 'image/webp');
}

/** Some browsers cannot write WebP, and give a PNG instead. */
function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const given = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn.')));
    canvas.toBlob(given, type, 0.9);
  });
}
