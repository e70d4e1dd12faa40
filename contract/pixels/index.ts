// The platforms of pixels: the one list of them, in the order of the API.
import { facebook } from './facebook.ts';
import { googleAnalytics } from './google-analytics.ts';
import { googleTagManager } from './google-tag-manager.ts';
import { pinterest } from './pinterest.ts';
import type { PixelPlatform } from './platform.ts';
import { quora } from './quora.ts';
import { twitter } from './twitter.ts';

export const pixelPlatforms = {
  facebook,
  twitter,
  google_analytics: googleAnalytics,
  google_tag_manager: googleTagManager,
  quora,
  pinterest,
} satisfies Record<string, PixelPlatform>;

export type PixelType = keyof typeof pixelPlatforms;
export const pixelTypes = Object.keys(pixelPlatforms) as PixelType[];
