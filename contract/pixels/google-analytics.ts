import { msg } from '../messages.ts';
import type { PixelPlatform } from './platform.ts';

export const googleAnalytics: PixelPlatform = {
  name: 'Google Analytics',
  idName: msg`Measurement ID`,
  example: 'G-ABC123DEF4',
  where: msg`In Google Analytics, open Admin, then Data streams, then your stream.`,
  usual: /^(?:G|GT|AW)-[A-Z0-9]{6,}$/,
};
