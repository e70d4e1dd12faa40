// The sections of a page: only values that differ from the defaults.
import type { DocumentSections } from '../../../../../contract/page/document.ts';
import { readUploadPath, uploadReference } from '../../../../../contract/page/uploads.ts';
import { backgroundLayouts } from '../../../../../contract/vocabulary.ts';
import type { AccountRow } from '../../../../storage/tables.ts';
import { pageOptions } from '../../../page/page-options.ts';
import { pageSettings } from '../../../page/page-settings.ts';
import { filledIn, sparseObject } from './sparse.ts';

type StoredSections = Pick<
  AccountRow,
  'username' | 'name' | 'bio' | 'avatar' | 'seo' | 'social' | 'customize' | 'background' | 'page_options'
>;

const untouched = { seo: '{}', social: '{}', customize: '{}', background: '{}' };

export function storedSections(account: StoredSections): DocumentSections {
  const { bio, page_options } = account;
  const { hasConsentBar, language, backgroundLayout } = pageOptions(page_options);
  const settings = pageSettings(account);
  const { image, video } = settings.background.settings;
  return sparseSections(
    {
      profile: { name: account.name, bio, avatar: reference(account.avatar) },
      seo: { ...settings.seo, opengraph_image: reference(settings.seo.opengraph_image) },
      social: settings.social,
      customize: settings.customize,
      background: {
        type: settings.background.type,
        settings: {
          ...settings.background.settings,
          video: { ...video, video: reference(video.video) },
          image: { ...image, image: reference(image.image) },
        },
      },
      options: { consent_bar: hasConsentBar, language, background_layout: backgroundLayout },
    } as DocumentSections,
    account.username,
  );
}

/** Removes values that equal the default. Uploads are references. */
export function sparseSections(
  { profile, seo, social, customize, background, options }: DocumentSections,
  username: string,
): DocumentSections {
  const usual = pageSettings({ ...untouched, customize: JSON.stringify({ theme: customize?.theme }) });
  const firstTheme = pageSettings(untouched).customize.theme;
  return (filledIn({
    profile: filledIn({
      name: profile?.name === username ? undefined : profile?.name || undefined,
      bio: profile?.bio || undefined,
      avatar: profile?.avatar,
    }),
    seo: over({ ...usual.seo, opengraph_image: undefined }, seo),
    social: over(usual.social, social),
    customize: over({ ...usual.customize, theme: firstTheme }, customize),
    background: sparseBackground(background),
    options: over({ consent_bar: false, language: undefined, background_layout: backgroundLayouts[0] }, options),
  }) ?? {}) as DocumentSections;
}

function sparseBackground(background: DocumentSections['background']) {
  const { type, settings } = pageSettings(untouched).background;
  const usual = {
    type,
    settings: {
      ...settings,
      video: { ...settings.video, video: undefined },
      image: { ...settings.image, image: undefined },
    },
  };
  return sparseObject(laidOver(usual, background), usual);
}

function over(usual: object, given: object | undefined) {
  return sparseObject(laidOver(usual, given), usual);
}

/** Null, empty and omitted values mean the default. */
function laidOver(usual: object, given: object | undefined): Record<string, unknown> {
  const entries = Object.entries(usual).map(([name, value]) => {
    const own = (given as Record<string, unknown> | undefined)?.[name] || undefined;
    const isNested = typeof value === 'object' && value !== null;
    return [name, isNested ? laidOver(value, own as object | undefined) : (own ?? value)];
  });
  return Object.fromEntries(entries);
}

/** Undefined if there is no path, or if it is not an upload. */
export function reference(path: string | null | undefined): string | undefined {
  const address = path ? readUploadPath(path) : undefined;
  return address && uploadReference(address);
}
