// The six networks of a profile. Each holds what its owner typed: an address of that network, or a name or number on it.
// The address is put together here, part by part; what can be none of them is left out.
import type { Page } from '../../../contract/page/page.ts';
import { mailAddress, webAddress } from './addresses.ts';

export type Network = keyof Page['social'];

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

/** Whose addresses are taken as they are, in whatever subdomain; and where a name leads. */
const sites: Record<Exclude<Network, 'email'>, { hosts: string[]; profile: (name: string) => string | undefined }> = {
  whatsapp: { hosts: ['wa.me', 'whatsapp.com'], profile: whatsappNumber },
  facebook: { hosts: ['facebook.com', 'fb.com', 'fb.me'], profile: profileAt('https://www.facebook.com/') },
  instagram: { hosts: ['instagram.com'], profile: profileAt('https://www.instagram.com/') },
  twitter: { hosts: ['x.com', 'twitter.com'], profile: profileAt('https://x.com/') },
  youtube: { hosts: ['youtube.com', 'youtu.be'], profile: profileAt('https://www.youtube.com/@') },
};

/** In the order of the contract, those that lead somewhere. */
export function socialLinks({ social }: Pick<Page, 'social'>): SocialLink[] {
  return (Object.keys(labels) as Network[]).flatMap((network) => {
    const typed = social[network]?.trim();
    const href = typed ? addressOf(network, typed) : undefined;
    return href === undefined ? [] : [{ network, label: labels[network], href }];
  });
}

function addressOf(network: Network, typed: string): string | undefined {
  if (network === 'email') return mailAddress(typed.replace(/^mailto:/i, ''));
  const { hosts, profile } = sites[network];
  if (!/[/:]/.test(typed)) return profile(typed.replace(/^@/, ''));
  const address = webAddress(typed) ?? webAddress(`https://${typed}`);
  const host = address && new URL(address).hostname;
  return hosts.some((own) => host === own || host?.endsWith(`.${own}`)) ? address : undefined;
}

function profileAt(start: string): (name: string) => string | undefined {
  return (name) => (/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,99}$/u.test(name) ? start + encodeURIComponent(name) : undefined);
}

/** In its international form, however it is spaced. */
function whatsappNumber(typed: string): string | undefined {
  const digits = typed.replace(/^00|[\s+().-]/g, '');
  return /^\d{7,15}$/.test(digits) ? `https://wa.me/${digits}` : undefined;
}
