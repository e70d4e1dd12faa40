import type { Picture } from './standalone-svg.ts';

/** Pixels per unit: sharp on good screens, and in slides. */
const SCALE = 2;

/** An image of a `blob:` URL, which the dashboard's policy allows, does not taint the canvas: the drawing refers to nothing. */
export async function pngOf({ text, width, height }: Picture): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width * SCALE, height * SCALE);
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * SCALE;
    canvas.height = height * SCALE;
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('The browser could not draw the picture.');
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}
