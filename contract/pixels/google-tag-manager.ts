import { msg } from '../messages.ts';
import type { PixelPlatform } from './platform.ts';

export const googleTagManager: PixelPlatform = {
  name: 'Google Tag Manager',
  idName: msg`Container ID`,
  example: 'GTM-ABC1234',
  where: msg`In Google Tag Manager, the ID is at the top of your workspace.`,
  usual: /^GTM-[A-Z0-9]{4,}$/,
};
