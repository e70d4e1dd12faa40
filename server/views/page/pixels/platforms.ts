import type { PixelType } from '../../../../contract/vocabulary.ts';
import type { PlatformView } from './platform-view.ts';
import { facebook } from './platforms/facebook.ts';
import { googleAnalytics } from './platforms/google-analytics.ts';
import { googleTagManager } from './platforms/google-tag-manager.ts';
import { pinterest } from './platforms/pinterest.ts';
import { quora } from './platforms/quora.ts';
import { twitter } from './platforms/twitter.ts';

export const pixelViews: Readonly<Record<PixelType, PlatformView>> = {
  facebook,
  twitter,
  google_analytics: googleAnalytics,
  google_tag_manager: googleTagManager,
  quora,
  pinterest,
};
