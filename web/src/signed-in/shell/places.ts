// Where one can go, for the rail, the bottom bar and the account's own list.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { IconName } from '../../design/icon.tsx';

export interface Place {
  readonly href: string;
  readonly icon: IconName;
  readonly title: MessageDescriptor;
}

export const mainPlaces: readonly Place[] = [
  { href: '/', icon: 'page', title: msg`Page` },
  { href: '/look', icon: 'look', title: msg`Look` },
  { href: '/account', icon: 'account', title: msg`Account` },
];

export const accountPlaces: readonly Place[] = [
  { href: '/account/profile', icon: 'edit', title: msg`Profile` },
  { href: '/account/email', icon: 'mail', title: msg`E-mail` },
  { href: '/account/password', icon: 'lock', title: msg`Password` },
  { href: '/account/passkeys', icon: 'passkey', title: msg`Passkeys` },
  { href: '/account/two-factor', icon: 'shield', title: msg`Two-factor` },
  { href: '/account/sessions', icon: 'devices', title: msg`Sessions` },
  { href: '/account/keys', icon: 'key', title: msg`API keys` },
  { href: '/account/data', icon: 'download', title: msg`Your data` },
];
