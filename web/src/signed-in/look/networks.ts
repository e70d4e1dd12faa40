import { useLingui } from '@lingui/react/macro';
import type { Network } from '../../../../contract/page/social-profiles.ts';

const titles: Record<string, string> = {
  whatsapp: 'WhatsApp',
  twitter: 'X (Twitter)',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
  apple_music: 'Apple Music',
  github: 'GitHub',
  gitlab: 'GitLab',
  soundcloud: 'SoundCloud',
  kofi: 'Ko-fi',
  rss: 'RSS',
};

interface NetworkTexts {
  titleOf(network: Network): string;
  hintOf(network: Network): string | undefined;
}

export function useNetworkTexts(): NetworkTexts {
  const { t } = useLingui();
  return {
    titleOf(network: string) {
      if (network === 'email') return t`E-mail`;
      if (network === 'website') return t`Website`;
      return titles[network] ?? network.charAt(0).toUpperCase() + network.slice(1).replaceAll('_', ' ');
    },
    hintOf(network: string) {
      return isPhone(network) ? t`Your number with its country code, such as +49 170 1234567.` : undefined;
    },
  };
}

/** Begins with the 0 that is dialled inside a country: nobody abroad could call it. */
export function isNationalNumber(network: string, text: string): boolean {
  return isPhone(network) && /^\(?0(?!0)[\d\s()./-]+$/.test(text.trim());
}

function isPhone(network: string): boolean {
  return network === 'whatsapp' || network === 'signal';
}
