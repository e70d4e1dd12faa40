// The frames that a page shows pictures in.

import { limits } from '../../../../contract/limits.ts';
import type { ThemeName } from '../../../../contract/page/themes.ts';
import { pictureTypes } from '../../api/upload.ts';

export interface PictureFrame {
  /** Width divided by height; undefined if the picture is shown whole. */
  ratio?: number;
  /** What is cut off beside the edges. */
  shape: 'square' | 'round' | 'arch';
  /** Of the picture that is uploaded, in pixels. */
  width: number;
}

const LARGEST = 2560;

export const frames = {
  round: { ratio: 1, shape: 'round', width: 768 },
  square: { ratio: 1, shape: 'square', width: 768 },
  wide: { ratio: 16 / 9, shape: 'square', width: 1536 },
  share: { ratio: 1200 / 630, shape: 'square', width: 1200 },
  whole: { shape: 'square', width: LARGEST },
} as const satisfies Record<string, PictureFrame>;

/** Other themes show it in a circle. */
const avatars: Partial<Record<ThemeName, PictureFrame>> = {
  gazette: { ratio: 5.5 / 6.75, shape: 'square', width: 768 },
  bulletin: frames.square,
  console: frames.square,
  harbour: frames.square,
  atelier: { ratio: 7 / 8.5, shape: 'square', width: 768 },
  postcard: { ratio: 7 / 8.25, shape: 'square', width: 768 },
  poster: frames.square,
  velvet: { ratio: 9.5 / 12.5, shape: 'arch', width: 768 },
  herbarium: { ratio: 6.5 / 8.5, shape: 'round', width: 768 },
};

export function avatarFrame(theme: string): PictureFrame {
  return avatars[theme as ThemeName] ?? frames.round;
}

export function isTakenAsItIs({ type, size }: Blob): boolean {
  return pictureTypes.includes(type) && size <= limits.imageBytes;
}
