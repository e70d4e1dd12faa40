// Which provider there is.
import { hasIdentity } from '../../../storage/people/identities.ts';
import type { Executor } from '../../../storage/tables.ts';

/** The operator's settings. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  /** Who asks for the second factor of an account that has one: the service, or the provider does. */
  secondFactor: 'ask' | 'provider';
}

/** There is one provider. It has this id in the API, and its callback address ends with it. */
export const PROVIDER = 'oidc';

export function listedProviders({
  provider,
}: {
  provider: ProviderSettings | undefined;
}): { id: string; name: string }[] {
  return provider ? [{ id: PROVIDER, name: provider.name }] : [];
}

/** The providers that lead to the account. */
export async function ownProviders(db: Executor, accountId: number): Promise<string[]> {
  return (await hasIdentity(db, accountId)) ? [PROVIDER] : [];
}
