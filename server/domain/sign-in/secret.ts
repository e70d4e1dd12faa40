// The secret that cookies are signed with: AUTH_SECRET, or one that is made once and stored with the installation.
import { randomBytes } from 'node:crypto';
import { readOrStoreAuthSecret } from '../../storage/installation.ts';
import type { Store } from '../../storage/store.ts';
import type { Executor } from '../../storage/tables.ts';

export interface AuthSecret {
  secret(): Promise<string>;
  /** The same in a transaction, which must not wait for another one. */
  secretIn(tx: Executor): Promise<string>;
}

export function createAuthSecret(store: Store, configured: string | undefined): AuthSecret {
  let known = configured;
  let loading: Promise<string> | undefined;
  return {
    async secret() {
      if (known !== undefined) return known;
      loading ??= store.writeInstallation(readOrMake).finally(() => {
        loading = undefined;
      });
      known = await loading;
      return known;
    },
    secretIn: async (tx) => known ?? readOrMake(tx),
  };
}

/** If several processes create one at the same time, the first one that is stored is used. */
function readOrMake(tx: Executor): Promise<string> {
  return readOrStoreAuthSecret(tx, randomBytes(32).toString('base64url'));
}
