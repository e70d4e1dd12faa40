// The social profiles as links, without invalid ones.
import type { Page } from '../../../contract/page/page.ts';
import { type Network, networks, socialAddress } from '../../../contract/page/social-profiles.ts';

export interface SocialLink {
  network: Network;
  label: string;
  href: string;
}

const labels: Record<Network, string> = {
  email: 'E-mail',
  whatsapp: 'WhatsApp',
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X',
  youtube: 'YouTube',
};

/** In the order of the contract. */
export function socialLinks({ social }: Pick<Page, 'social'>): SocialLink[] {
  return networks.flatMap((network) => {
    const typed = social[network]?.trim();
    const href = typed ? socialAddress(network, typed) : undefined;
    return href === undefined ? [] : [{ network, label: labels[network], href }];
  });
}
