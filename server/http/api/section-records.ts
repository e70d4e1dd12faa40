// The sections of an account's record as the API returns them: URLs are absolute, and a generated picture replaces a
// missing one.
import type { SectionRecords } from '../../../contract/schemas/sections.ts';
import { pageOptions } from '../../domain/page/page-options.ts';
import { pageSettings } from '../../domain/page/page-settings.ts';
import type { AccountRow } from '../../storage/tables.ts';
import { avatarPath, sharePath } from '../../views/pictures.ts';

/** `base` is the origin of absolute URLs. */
export function sectionRecords(account: AccountRow, base: string): SectionRecords {
  const { seo, social, customize, background } = pageSettings(account);
  const { hasConsentBar, language, backgroundLayout } = pageOptions(account.page_options);
  const absolute = (address: string) => (address.startsWith('/') ? base + address : address);
  const { video, image, solid, gradient } = background.settings;
  return {
    profile: {
      name: account.name,
      bio: account.bio,
      avatar: absolute(account.avatar ?? avatarPath(account.public_token)),
    },
    seo: { ...seo, opengraph_image: absolute(seo.opengraph_image ?? sharePath(account.public_token)) },
    social,
    customize,
    background: {
      type: background.type,
      settings: {
        video: { ...video, video: absolute(video.video) },
        image: { ...image, image: absolute(image.image) },
        solid,
        gradient,
      },
    },
    options: { consent_bar: hasConsentBar, language, background_layout: backgroundLayout },
  };
}
