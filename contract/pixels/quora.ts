import { msg } from '../messages.ts';
import type { PixelPlatform } from './platform.ts';

export const quora: PixelPlatform = {
  name: 'Quora',
  idName: msg`Pixel ID`,
  example: '0123456789abcdef0123456789abcdef',
  where: msg`In Quora’s Ads Manager, open Quora Pixel, then Set up pixel. The ID is in the code, after “init”.`,
  usual: /^[0-9a-f]{32}$/,
};
