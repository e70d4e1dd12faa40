// The social profiles as links, without invalid ones.
import type { Page } from '../../../contract/page/page.ts';
import { type Network, networks, socialNetworks } from '../../../contract/page/social-networks.ts';
import { socialAddress } from '../../../contract/page/social-profiles.ts';

export interface SocialLink {
  network: Network;
  label: string;
  href: string;
}

/** In the order of the contract, then of the other networks. */
export function socialLinks({ social }: Pick<Page, 'social'>): SocialLink[] {
  return networks.flatMap((network) => {
    const typed = social[network]?.trim();
    const href = typed ? socialAddress(network, typed) : undefined;
    return href === undefined ? [] : [{ network, label: socialNetworks[network].name, href }];
  });
}
