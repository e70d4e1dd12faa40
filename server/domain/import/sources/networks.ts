// Detects which of the six social networks an address belongs to, and the handle in it.
import { type Network, networks, socialEntry } from '../../../../contract/page/social-profiles.ts';

/** Undefined if it belongs to none of them. */
export function onNetwork(address: string): { network: Network; handle: string } | undefined {
  const isMail = address.startsWith('mailto:');
  for (const network of networks.filter((network) => (network === 'email') === isMail)) {
    const handle = socialEntry(network, isMail ? mailbox(address) : address);
    if (handle !== undefined) return { network, handle };
  }
  return undefined;
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
