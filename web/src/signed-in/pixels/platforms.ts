import { pixelPlatforms } from '../../../../contract/pixels/index.ts';
import { type PixelType, pixelTypes } from '../../../../contract/vocabulary.ts';

/** The platform that usually has such ids. */
export function platformLike(id: string): PixelType | undefined {
  return pixelTypes.find((type) => pixelPlatforms[type].usual.test(id));
}
