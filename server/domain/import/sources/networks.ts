// Detects which social network an address belongs to, and the handle in it.
import { type Network, networks } from '../../../../contract/page/social-networks.ts';
import { profileIn } from '../../../../contract/page/social-profiles.ts';

/** Undefined if it belongs to none of them. */
export function onNetwork(address: string): { network: Network; handle: string } | undefined {
  const isMail = address.startsWith('mailto:');
  for (const network of networks.filter(
    (network) => (network === 'email') === isMail && isSpecific(network, address),
  )) {
    const found = profileIn(network, isMail ? mailbox(address) : address);
    if ('stored' in found) return { network, handle: found.stored };
  }
  return undefined;
}

/** Any address can be a website or a feed, and many other sites have addresses like those of Mastodon. */
function isSpecific(network: Network, address: string): boolean {
  if (network === 'mastodon') return /^https?:\/\/[^/]*(?:mastodon|mstdn|fosstodon)/.test(address);
  return network !== 'website' && network !== 'rss';
}

/** Without subject and body. */
function mailbox(address: string): string {
  const { pathname } = new URL(address);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
