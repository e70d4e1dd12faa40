// What a page looks like before its owner has touched anything. Stored settings hold only what differs.
import type { Static } from 'typebox';
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
  customize: {
    font: 'inter',
    theme: 'signpost',
    button_background_color: '#1f2933',
    button_text_color: '#ffffff',
    texts_color: '#1f2933',
    radius: 'soft',
    bio_align: 'center',
  },
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
    customize: { ...defaults.customize, ...(JSON.parse(account.customize) as Partial<PageSettings['customize']>) },
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
