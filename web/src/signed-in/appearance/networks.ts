import { useLingui } from '@lingui/react/macro';
import { type Network, socialNetworks } from '../../../../contract/page/social-networks.ts';
import { profileIn } from '../../../../contract/page/social-profiles.ts';

interface NetworkTexts {
  titleOf(network: Network): string;
  hintOf(network: Network): string | undefined;
  /** What is wrong with a handle; undefined if it can be saved. */
  problemOf(network: Network, typed: string): string | undefined;
}

export function useNetworkTexts(): NetworkTexts {
  const { t } = useLingui();
  const titleOf = (network: Network) => {
    if (network === 'email') return t`E-mail`;
    return network === 'website' ? t`Website` : socialNetworks[network].name;
  };
  return {
    titleOf,
    hintOf: (network) =>
      network === 'whatsapp' || network === 'signal'
        ? t`Your number with its country code, such as +49 170 1234567.`
        : undefined,
    problemOf(network, typed) {
      if (typed.trim() === '') return undefined;
      const profile = profileIn(network, typed);
      if (!('problem' in profile)) return undefined;
      if (profile.problem === 'country_code') return t`Start with your country code, such as +44 or +49.`;
      if (profile.problem === 'instance') return t`Add the server, such as @ada@mastodon.social.`;
      return t`This is not an address or a name at ${titleOf(network)}.`;
    },
  };
}

/** A pasted address of a profile becomes the name in it. */
export function storedHandle(network: Network, typed: string): string | null {
  if (typed.trim() === '') return null;
  const profile = profileIn(network, typed);
  return 'stored' in profile ? profile.stored : typed.trim();
}
