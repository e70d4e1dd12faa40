// The snippets of all platforms, as the API shows them.
import type { PixelTemplate } from '../../contract/schemas/pixels.ts';
import { type PixelType, pixelTypes } from '../../contract/vocabulary.ts';
import { pixelViews } from './page/pixels/platforms.ts';

export const pixelTemplates = Object.fromEntries(pixelTypes.map((type) => [type, pixelViews[type].template])) as Record<
  PixelType,
  PixelTemplate
>;
