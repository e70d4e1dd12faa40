// The social profiles of an account. Owners enter a handle, a number, or the address of a profile. The address of a
// profile is stored as the handle, and built again for display.
import { limits } from '../limits.ts';
import { mailAddress, webAddress } from './addresses.ts';
import { type Network, socialNetworks } from './social-networks.ts';

/** `country_code`: a national telephone number. `instance`: a Mastodon handle without its server. */
export type ProfileProblem = 'country_code' | 'instance' | 'invalid';

/** The form to store, or why there is none. */
export function profileIn(network: Network, pasted: string): { stored: string } | { problem: ProfileProblem } {
  const typed = pasted.trim();
  if (isPhoneNetwork(network) && isNationalNumber(typed)) return { problem: 'country_code' };
  if (network === 'mastodon' && /^@?[\w.-]+$/.test(typed)) return { problem: 'instance' };
  const address = socialAddress(network, typed);
  const stored = address === undefined ? undefined : storedForm(network, typed, address);
  return stored === undefined || stored.length > limits.socialHandle ? { problem: 'invalid' } : { stored };
}

/** The end of the sentence "The field … must …". */
export function profileRule(network: Network, problem: ProfileProblem): string {
  if (problem === 'country_code') return 'must begin with the country code, for example +49';
  if (problem === 'instance') return 'must name the server, for example @ada@mastodon.social';
  return `must be ${socialNetworks[network].expects}, or null`;
}

/** The address of a stored profile; undefined if it is not valid. More is accepted than `profileIn` would store. */
export function socialAddress(network: Network, entry: string): string | undefined {
  const typed = entry.trim();
  if (network === 'email') return mailAddress(withoutMailto(typed));
  if (network === 'mastodon') return mastodonAddress(typed);
  if (network === 'website' || network === 'rss') return siteAddress(typed);
  const { hosts, profile, handle } = socialNetworks[network];
  if (/[/:]/.test(typed)) {
    const address = siteAddress(typed);
    const host = address && new URL(address).hostname;
    return hosts.some((own) => host === own || host?.endsWith(`.${own}`)) ? address : undefined;
  }
  if (isPhoneNetwork(network)) return phoneAddress(network, typed);
  const name = handleIn(network, typed);
  return profile && handle?.test(name) ? profile.replace('{}', encodeURIComponent(name)) : undefined;
}

function storedForm(network: Network, typed: string, address: string): string {
  if (network === 'email') return withoutMailto(typed);
  if (network === 'mastodon') return mastodonHandle(address);
  const plain = address.replace(/^https?:\/\/(?:www\.)?/, '');
  if (network === 'discord') return invitation(plain) ?? address;
  if (network === 'website' || network === 'rss') return address;
  if (!/[/:]/.test(typed)) return isPhoneNetwork(network) ? typed : handleIn(network, typed);
  const name = socialNetworks[network].page?.exec(plain)?.[1];
  if (name === undefined) return address;
  return isPhoneNetwork(network) && !name.startsWith('+') ? `+${name}` : name;
}

/** Without its @. A handle of Bluesky is a host name, and most have the same end. */
function handleIn(network: Network, typed: string): string {
  const name = typed.replace(/^@/, '');
  return network === 'bluesky' && /^[\w-]+$/.test(name) ? `${name}.bsky.social` : name;
}

function siteAddress(typed: string): string | undefined {
  const hasHost = /^(?:https?:\/\/)?[^\s/?#:]+\.[^\s/?#:.]/i.test(typed);
  return hasHost ? (webAddress(typed) ?? webAddress(`https://${typed}`)) : undefined;
}

/** The code alone would look like a username, which leads nowhere. */
function invitation(address: string): string | undefined {
  const code = /^(?:discord\.gg|(?:discord|discordapp)\.com\/invite)\/([\w-]{2,64})\/?(?:\?.*)?$/.exec(address)?.[1];
  return code && `discord.gg/${code}`;
}

/** Any server can be an instance. An address may name a person of another one. */
function mastodonAddress(typed: string): string | undefined {
  const inAddress = /^(?:https?:\/\/)?([^\s/@:?#]+)\/(?:@|users\/)(\w[\w.-]*)(?:@([^\s/@:?#]+))?\/?$/i.exec(typed);
  const handle = /^@?(\w[\w.-]*)@([^\s/@:?#]+)$/.exec(typed);
  const [name, host] = inAddress ? [inAddress[2], inAddress[3] ?? inAddress[1]] : [handle?.[1], handle?.[2]];
  return name && host?.includes('.') ? webAddress(`https://${host}/@${name}`) : undefined;
}

function mastodonHandle(address: string): string {
  const [, host, name] = /^https:\/\/([^/]+)\/@(.*)$/.exec(address)!;
  return `@${name}@${host}`;
}

function isPhoneNetwork(network: Network): network is 'whatsapp' | 'signal' {
  return network === 'whatsapp' || network === 'signal';
}

/** Numbers of at most ten digits are taken for national ones: with a country code, nearly all are longer. */
function isNationalNumber(typed: string): boolean {
  if (!/^[\d\s().\-/]+$/.test(typed) || !/\d/.test(typed)) return false;
  const digits = typed.replace(/\D/g, '');
  return digits.startsWith('0') ? !digits.startsWith('00') : digits.length <= 10;
}

/** In international form, with any spacing and with or without the `(0)` of national calls. */
function phoneAddress(network: 'whatsapp' | 'signal', typed: string): string | undefined {
  const digits = typed.replace(/\(0\)/, '').replace(/^00|[\s+().-]/g, '');
  if (!/^\d{7,15}$/.test(digits)) return undefined;
  return network === 'whatsapp' ? `https://wa.me/${digits}` : `https://signal.me/#p/+${digits}`;
}

function withoutMailto(mail: string): string {
  return mail.replace(/^mailto:/i, '');
}
