// What a page looks like before its owner has touched anything. Stored settings hold only what differs; font, colours,
// radius and alignment are the theme's unless the owner chose otherwise, so that another theme brings its own.
import type { Static } from 'typebox';
import { findFont } from '../../contract/page/fonts.ts';
import { themeNamed } from '../../contract/page/themes.ts';
import type { Background, Customize, Seo, Social } from '../../contract/schemas/profile.ts';
import type { AccountRow } from '../storage/tables.ts';

type Stored<T> = { [Key in keyof T]?: T[Key] };
export type StoredSeo = Stored<Omit<Static<typeof Seo>, 'opengraph_image'>> & { opengraph_image?: string | null };
export type StoredBackground = {
  type?: Static<typeof Background>['type'];
  settings?: { [Kind in keyof BackgroundSettings]?: Stored<BackgroundSettings[Kind]> };
};
type BackgroundSettings = Static<typeof Background>['settings'];

const defaults = {
  seo: { enable: '1', block_engine: '0', page_name: '', page_description: '', opengraph_image: null },
  social: { email: null, whatsapp: null, facebook: null, instagram: null, twitter: null, youtube: null },
  background: {
    video: { source: 'upload', external_url: null, video: '' },
    image: { source: 'upload', external_url: null, image: '' },
    solid: { color: '#ffffff' },
    gradient: { color_1: '#f6f1e7', color_2: '#dbe7f0', animate: '0' },
  },
} as const;

export interface PageSettings {
  seo: Required<StoredSeo>;
  social: Static<typeof Social>;
  customize: Static<typeof Customize>;
  background: Static<typeof Background>;
}

export function pageSettings(account: Pick<AccountRow, 'seo' | 'social' | 'customize' | 'background'>): PageSettings {
  const background = JSON.parse(account.background) as StoredBackground;
  const stored = background.settings ?? {};
  return {
    seo: { ...defaults.seo, ...(JSON.parse(account.seo) as StoredSeo) },
    social: { ...defaults.social, ...(JSON.parse(account.social) as Partial<PageSettings['social']>) },
    customize: customized(JSON.parse(account.customize) as Partial<PageSettings['customize']>),
    background: {
      type: background.type ?? null,
      settings: {
        video: { ...defaults.background.video, ...stored.video },
        image: { ...defaults.background.image, ...stored.image },
        solid: { ...defaults.background.solid, ...stored.solid },
        gradient: { ...defaults.background.gradient, ...stored.gradient },
      },
    },
  };
}

/** A theme or a font that there is no more gives way to one that there is. */
function customized({ theme: chosen = '', font = '', ...own }: Partial<PageSettings['customize']>) {
  const theme = themeNamed(chosen);
  return {
    font: findFont(font)?.name ?? theme.font,
    theme: theme.name,
    button_background_color: theme.day.button,
    button_text_color: theme.day.buttonText,
    texts_color: theme.day.text,
    radius: theme.radius,
    bio_align: theme.align,
    ...own,
  };
}
