// The six social networks of a profile. Owners enter a username, a number, or a URL of the network. The URL of a
// profile is stored as the username, and built again for display.
import { limits } from '../limits.ts';
import { mailAddress, webAddress } from './addresses.ts';

/** In the order of the contract. */
export const networks = ['email', 'whatsapp', 'facebook', 'instagram', 'twitter', 'youtube'] as const;
export type Network = (typeof networks)[number];

interface Site {
  /** Domains whose URLs are accepted as they are, with any subdomain. */
  hosts: string[];
  /** The URL of a username. */
  profile(name: string): string | undefined;
  /** Pattern of a profile URL without its scheme. It captures the username. */
  page: RegExp;
}

const sites: Record<Exclude<Network, 'email'>, Site> = {
  whatsapp: { hosts: ['wa.me', 'whatsapp.com'], profile: whatsappNumber, page: /^wa\.me\/\+?(\d{7,15})\/?$/ },
  facebook: {
    hosts: ['facebook.com', 'fb.com', 'fb.me'],
    profile: profileAt('https://www.facebook.com/'),
    page: /^(?:www\.|m\.)?(?:facebook|fb)\.com\/(?!.*\.php)(\w[\w.-]{0,99})\/?$/,
  },
  instagram: {
    hosts: ['instagram.com'],
    profile: profileAt('https://www.instagram.com/'),
    page: /^(?:www\.|m\.)?instagram\.com\/(\w[\w.-]{0,99})\/?(?:\?.*)?$/,
  },
  twitter: {
    hosts: ['x.com', 'twitter.com'],
    profile: profileAt('https://x.com/'),
    page: /^(?:www\.|mobile\.)?(?:x|twitter)\.com\/(\w[\w.-]{0,99})\/?(?:\?.*)?$/,
  },
  youtube: {
    hosts: ['youtube.com', 'youtu.be'],
    profile: profileAt('https://www.youtube.com/@'),
    page: /^(?:www\.|m\.)?youtube\.com\/@(\w[\w.-]{0,99})\/?(?:\?.*)?$/,
  },
};

/** The URL; undefined if the value is not valid for this network. */
export function socialAddress(network: Network, typed: string): string | undefined {
  const entry = typed.trim();
  if (network === 'email') return mailAddress(withoutScheme(entry));
  const { hosts, profile } = sites[network];
  if (!/[/:]/.test(entry)) return profile(entry.replace(/^@/, ''));
  const address = webAddress(entry) ?? webAddress(`https://${entry}`);
  const host = address && new URL(address).hostname;
  return hosts.some((own) => host === own || host?.endsWith(`.${own}`)) ? address : undefined;
}

/** The value to store; undefined if it is not valid. */
export function socialEntry(network: Network, typed: string): string | undefined {
  const address = socialAddress(network, typed);
  if (address === undefined) return undefined;
  const entry = network === 'email' ? withoutScheme(typed.trim()) : (nameIn(network, typed.trim(), address) ?? address);
  return entry.length <= limits.socialHandle ? entry : undefined;
}

function nameIn(network: Exclude<Network, 'email'>, typed: string, address: string): string | undefined {
  if (!/[/:]/.test(typed)) return network === 'whatsapp' ? typed : typed.replace(/^@/, '');
  const name = sites[network].page.exec(address.replace(/^https?:\/\//, ''))?.[1];
  return name !== undefined && network === 'whatsapp' ? `+${name}` : name;
}

function withoutScheme(mail: string): string {
  return mail.replace(/^mailto:/i, '');
}

function profileAt(start: string): (name: string) => string | undefined {
  return (name) => (/^[\p{L}\p{N}_][\p{L}\p{N}._-]{0,99}$/u.test(name) ? start + encodeURIComponent(name) : undefined);
}

/** In international form, with any spacing. */
function whatsappNumber(typed: string): string | undefined {
  const digits = typed.replace(/^00|[\s+().-]/g, '');
  return /^\d{7,15}$/.test(digits) ? `https://wa.me/${digits}` : undefined;
}
