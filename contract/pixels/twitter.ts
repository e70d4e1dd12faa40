import { msg } from '../messages.ts';
import type { PixelPlatform } from './platform.ts';

export const twitter: PixelPlatform = {
  name: 'X (Twitter)',
  idName: msg`Pixel ID`,
  example: 'o1abc',
  where: msg`In X Ads, open Tools, then Events Manager. The ID is beside your event source.`,
  usual: /^[a-z0-9]{5,6}$/,
};
