// The social profiles as links, without invalid ones.
import type { Page } from '../../../contract/page/page.ts';
import { type Network, networks, socialNetworks } from '../../../contract/page/social-networks.ts';
import { socialAddress } from '../../../contract/page/social-profiles.ts';
import { i18nFor } from '../../i18n/index.ts';

export interface SocialLink {
  network: Network;
  label: string;
  href: string;
}

/** In the order of the contract, then of the other networks. */
export function socialLinks({ social, language }: Pick<Page, 'social' | 'language'>): SocialLink[] {
  return networks.flatMap((network) => {
    const typed = social[network]?.trim();
    const href = typed ? socialAddress(network, typed) : undefined;
    return href === undefined ? [] : [{ network, label: labelOf(network, language), href }];
  });
}

/** Networks have the same name everywhere, two labels are words. */
function labelOf(network: Network, language: string | null): string {
  const i18n = i18nFor(language);
  if (network === 'email') return i18n.t('E-mail');
  return network === 'website' ? i18n.t('Website') : socialNetworks[network].name;
}
