// Where one can go, for the rail, the bottom bar, and the lists of further destinations.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { IconName } from '../../design/icon.tsx';

export interface Destination {
  readonly href: string;
  readonly icon: IconName;
  readonly title: MessageDescriptor;
  /** What it is good for. */
  readonly text?: MessageDescriptor;
}

/** In the bottom bar of phones there is no room for it. */
export const sharingDestination: Destination = {
  href: '/sharing',
  icon: 'share',
  title: msg`Sharing`,
  text: msg`Your address, its QR code and link previews`,
};

export const pageDestinations: readonly Destination[] = [
  { href: '/', icon: 'page', title: msg`Page` },
  { href: '/look', icon: 'look', title: msg`Look` },
  sharingDestination,
  { href: '/stats', icon: 'stats', title: msg`Stats` },
];

export const moreDestinations: readonly Destination[] = [
  { href: '/history', icon: 'history', title: msg`History`, text: msg`Earlier versions of your page` },
  { href: '/entries', icon: 'form', title: msg`Form entries`, text: msg`What visitors sent you` },
  { href: '/pixels', icon: 'pixel', title: msg`Pixels`, text: msg`Statistics of other platforms` },
  { href: '/files', icon: 'file', title: msg`Files`, text: msg`Pictures and files that you uploaded` },
  { href: '/import', icon: 'upload', title: msg`Import`, text: msg`Bring a page along, or download this one` },
];

/** On phones, at the end of the bottom bar. */
export const moreDestination: Destination = { href: '/more', icon: 'more', title: msg`More` };

export const accountDestination: Destination = {
  href: '/account',
  icon: 'account',
  title: msg`Account`,
  text: msg`Your settings, how you sign in, and your data`,
};

export const accountDestinations: readonly Destination[] = [
  { href: '/account/profile', icon: 'edit', title: msg`Profile` },
  { href: '/account/settings', icon: 'settings', title: msg`Settings` },
  { href: '/account/email', icon: 'mail', title: msg`E-mail` },
  { href: '/account/password', icon: 'lock', title: msg`Password` },
  { href: '/account/passkeys', icon: 'passkey', title: msg`Passkeys` },
  { href: '/account/two-factor', icon: 'shield', title: msg`Two-factor` },
  { href: '/account/sessions', icon: 'devices', title: msg`Sessions` },
  { href: '/account/keys', icon: 'key', title: msg`API keys` },
  { href: '/account/activity', icon: 'activity', title: msg`Activity` },
  { href: '/account/plan', icon: 'plan', title: msg`Plan` },
  { href: '/account/data', icon: 'download', title: msg`Your data` },
];
