// The default settings of a page. Only differences are stored. Font, colours, radius and alignment come from the theme
// unless the owner chose them, so that a new theme changes them.
import type { Static } from 'typebox';
import { findFont } from '../../../contract/page/fonts.ts';
import { type Network, networks } from '../../../contract/page/social-networks.ts';
import { themeNamed } from '../../../contract/page/themes.ts';
import type { Background, Customize, Seo } from '../../../contract/schemas/profile.ts';
import type { AccountRow } from '../../storage/tables.ts';

type Stored<T> = { [Key in keyof T]?: T[Key] };
export type StoredSeo = Stored<Omit<Static<typeof Seo>, 'opengraph_image'>> & { opengraph_image?: string | null };
export type StoredBackground = {
  type?: Static<typeof Background>['type'];
  settings?: { [Kind in keyof BackgroundSettings]?: Stored<BackgroundSettings[Kind]> };
};
type BackgroundSettings = Static<typeof Background>['settings'];

export const sectionDefaults = {
  seo: { enable: '1', block_engine: '0', page_name: '', page_description: '', opengraph_image: null },
  social: Object.fromEntries(networks.map((network) => [network, null])) as Record<Network, null>,
  background: {
    video: { source: 'upload', external_url: null, video: '' },
    image: { source: 'upload', external_url: null, image: '' },
    solid: { color: '#ffffff' },
    gradient: { color_1: '#f6f1e7', color_2: '#dbe7f0', animate: '0' },
  },
} as const;

export interface PageSettings {
  seo: Required<StoredSeo>;
  social: Record<Network, string | null>;
  customize: Static<typeof Customize>;
  background: Static<typeof Background>;
}

export function pageSettings(account: Pick<AccountRow, 'seo' | 'social' | 'customize' | 'background'>): PageSettings {
  const background = JSON.parse(account.background) as StoredBackground;
  const stored = background.settings ?? {};
  return {
    seo: { ...sectionDefaults.seo, ...(JSON.parse(account.seo) as StoredSeo) },
    social: { ...sectionDefaults.social, ...(JSON.parse(account.social) as Partial<PageSettings['social']>) },
    customize: customized(JSON.parse(account.customize) as Partial<PageSettings['customize']>),
    background: {
      type: background.type ?? null,
      settings: {
        video: { ...sectionDefaults.background.video, ...stored.video },
        image: { ...sectionDefaults.background.image, ...stored.image },
        solid: { ...sectionDefaults.background.solid, ...stored.solid },
        gradient: { ...sectionDefaults.background.gradient, ...stored.gradient },
      },
    },
  };
}

/** Replaces a theme or font that no longer exists. */
function customized({ theme = '', font = '', ...own }: Partial<PageSettings['customize']>) {
  const usual = themeDefaults(theme);
  return { ...usual, font: findFont(font)?.name ?? usual.font, ...own };
}

/** The default appearance of a theme. */
export function themeDefaults(name: string): PageSettings['customize'] {
  const theme = themeNamed(name);
  return {
    font: theme.font,
    theme: theme.name,
    button_background_color: theme.day.button,
    button_text_color: theme.day.buttonText,
    texts_color: theme.day.text,
    radius: theme.radius,
    bio_align: theme.align,
  };
}
