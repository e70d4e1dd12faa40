// The platforms, where one finds the id that they ask for, and what it usually looks like.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type PixelType, pixelTypes } from '../../../../contract/vocabulary.ts';

interface Platform {
  readonly name: string;
  readonly idName: MessageDescriptor;
  readonly example: string;
  readonly where: MessageDescriptor;
  /** The API takes other ids too: platforms change theirs. */
  readonly usual: RegExp;
}

export const platforms: Readonly<Record<PixelType, Platform>> = {
  facebook: {
    name: 'Meta (Facebook, Instagram)',
    idName: msg`Pixel ID`,
    example: '1234567890123456',
    where: msg`In Meta’s Events Manager, choose your data source. The ID is below its name.`,
    usual: /^\d{15,17}$/,
  },
  twitter: {
    name: 'X (Twitter)',
    idName: msg`Pixel ID`,
    example: 'o1abc',
    where: msg`In X Ads, open Tools, then Events Manager. The ID is beside your event source.`,
    usual: /^[a-z0-9]{5,6}$/,
  },
  google_analytics: {
    name: 'Google Analytics',
    idName: msg`Measurement ID`,
    example: 'G-ABC123DEF4',
    where: msg`In Google Analytics, open Admin, then Data streams, then your stream.`,
    usual: /^(?:G|GT|AW)-[A-Z0-9]{6,}$/,
  },
  google_tag_manager: {
    name: 'Google Tag Manager',
    idName: msg`Container ID`,
    example: 'GTM-ABC1234',
    where: msg`In Google Tag Manager, the ID is at the top of your workspace.`,
    usual: /^GTM-[A-Z0-9]{4,}$/,
  },
  quora: {
    name: 'Quora',
    idName: msg`Pixel ID`,
    example: '0123456789abcdef0123456789abcdef',
    where: msg`In Quora’s Ads Manager, open Quora Pixel, then Set up pixel. The ID is in the code, after “init”.`,
    usual: /^[0-9a-f]{32}$/,
  },
  pinterest: {
    name: 'Pinterest',
    idName: msg`Tag ID`,
    example: '2612345678901',
    where: msg`In Pinterest’s business account, open Ads, then Conversions. The ID is at the Pinterest tag.`,
    usual: /^\d{13}$/,
  },
};

/** The platform that usually has such ids. */
export function platformLike(id: string): PixelType | undefined {
  return pixelTypes.find((type) => platforms[type].usual.test(id));
}
