import { msg } from '../messages.ts';
import type { PixelPlatform } from './platform.ts';

export const pinterest: PixelPlatform = {
  name: 'Pinterest',
  idName: msg`Tag ID`,
  example: '2612345678901',
  where: msg`In Pinterest’s business account, open Ads, then Conversions. The ID is at the Pinterest tag.`,
  usual: /^\d{13}$/,
};
