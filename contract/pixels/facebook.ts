import { msg } from '../messages.ts';
import type { PixelPlatform } from './platform.ts';

export const facebook: PixelPlatform = {
  name: 'Meta (Facebook, Instagram)',
  idName: msg`Pixel ID`,
  example: '1234567890123456',
  where: msg`In Meta’s Events Manager, choose your data source. The ID is below its name.`,
  usual: /^\d{15,17}$/,
};
