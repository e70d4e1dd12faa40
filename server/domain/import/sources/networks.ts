// Which of the six networks of a profile an address is of, and what its owner goes by there.
import { type Network, networks, socialEntry } from '../../../../contract/page/social-profiles.ts';

/** Undefined where it is of none of them. */
export function onNetwork(address: string): { network: Network; handle: string } | undefined {
  const isMail = address.startsWith('mailto:');
  for (const network of networks.filter((network) => (network === 'email') === isMail)) {
    const handle = socialEntry(network, isMail ? mailbox(address) : address);
    if (handle !== undefined) return { network, handle };
  }
  return undefined;
}

/** Without what is to be written to it. */
function mailbox(address: string): string {
  const { pathname } = new URL(address);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
