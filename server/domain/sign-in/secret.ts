// The secret that cookies are signed with: AUTH_SECRET, or one that is made once and stored with the installation.
import { randomBytes } from 'node:crypto';
import { readOrStoreAuthSecret } from '../../storage/installation.ts';
import type { Store } from '../../storage/store.ts';

export function createAuthSecret(store: Store, configured: string | undefined): () => Promise<string> {
  let secret: Promise<string> | undefined = configured === undefined ? undefined : Promise.resolve(configured);
  return () => {
    secret ??= stored(store).catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    return secret;
  };
}

/** If several processes create one at the same time, the first one that is stored is used. */
function stored(store: Store): Promise<string> {
  const made = randomBytes(32).toString('base64url');
  return store.writeInstallation((tx) => readOrStoreAuthSecret(tx, made));
}
