// Resolves the token in a public URL to its account, and whether it is active. Cached until the account changes. While
// the store is unavailable, stale entries are used.
import { findTokenOwner, type PublicAccount, readPublicAccount } from '../../storage/accounts/account-tokens.ts';
import type { Store } from '../../storage/store.ts';
import { type AccountCache, createAccountCache } from '../account-cache.ts';

export interface PublicAccounts {
  /** Undefined if no account has this token, or if the account is suspended. */
  find(token: string): Promise<PublicAccount | undefined>;
  figures: AccountCache<string, PublicAccount>['figures'];
}

const MAX_BYTES = 32 * 1024 * 1024;

export function createPublicAccounts(store: Pick<Store, 'read' | 'freshness' | 'isUnavailable'>): PublicAccounts {
  const { read, freshness, isUnavailable } = store;
  const accounts = createAccountCache<string, PublicAccount>({
    freshness,
    mostBytes: MAX_BYTES,
    bytesOf: ({ username, name, bio, customize, background }) =>
      2 * (username.length + name.length + bio.length + customize.length + background.length),
  });

  async function lookUp(token: string): Promise<PublicAccount | undefined> {
    const accountId = await findTokenOwner(read, token);
    if (accountId === undefined) return undefined;
    return accounts.make(token, accountId, () => readPublicAccount(read, accountId));
  }

  return {
    async find(token) {
      const account = accounts.get(token) ?? (await accounts.orLast(token, () => lookUp(token), isUnavailable));
      return account?.isActive ? account : undefined;
    },
    figures: accounts.figures,
  };
}
