import { ApiError, invalid } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Micros } from '../../../contract/time.ts';
import type { KeyScope } from '../../../contract/vocabulary.ts';
import { holdAccount } from '../../storage/accounts/accounts.ts';
import { countActiveKeys, deleteEndedKeys, insertKey, revokeKey } from '../../storage/accounts/keys.ts';
import type { Store } from '../../storage/store.ts';
import type { Executor } from '../../storage/tables.ts';
import { logActivity } from '../activity/activity.ts';
import { type Quotas, standardQuotas } from '../plans/quotas.ts';
import { cleanText } from '../text.ts';
import type { Actor } from './actor.ts';
import { hashKey, keyHint, newKey } from './key-format.ts';

export interface KeyRequest {
  name: string;
  scope: KeyScope;
  expiresAt: Micros | null;
}

export interface NewKey {
  id: number;
  key: string;
  hint: string;
}

interface KeyCreation {
  quotas?: Pick<Quotas, 'keys'>;
  /** Part of the transaction. */
  within?: (tx: Executor, id: number) => Promise<void>;
}

/** Returns the key in plain text, the only time: only its hash is stored. */
export async function createKey(
  store: Store,
  accountId: number,
  request: KeyRequest,
  actor: Actor,
  at: Micros,
  { quotas = standardQuotas, within = async () => {} }: KeyCreation = {},
): Promise<NewKey> {
  const name = cleanText(request.name, { least: 1, most: limits.keyName });
  if (name === undefined) throw invalid({ name: [`The name must have 1 to ${limits.keyName} characters.`] });
  if (request.expiresAt !== null && request.expiresAt <= at) {
    throw invalid({ expires: ['The expiry must be in the future.'] });
  }
  const key = newKey();
  return store.write(accountId, async (tx) => {
    if (!(await holdAccount(tx, accountId))) throw new ApiError('not_found', 'There is no such account.');
    await deleteEndedKeys(tx, accountId, at, limits.endedKeys);
    if ((await countActiveKeys(tx, accountId, at)) >= quotas.keys) {
      throw invalid({ name: [`An account can have ${quotas.keys} API keys. Revoke one first.`] });
    }
    const [id] = await store.dialect.allocateIds(tx, 1);
    const row = {
      id: id!,
      name,
      scope: request.scope,
      hint: keyHint(key),
      expires_at: request.expiresAt,
      last_used_at: null,
      revoked_at: null,
      created_at: at,
    };
    await insertKey(tx, accountId, row, hashKey(key));
    const subject = { kind: 'key', id: id! } as const;
    const message = `The API key "${name}" was created.`;
    await logActivity(tx, store.dialect, accountId, actor, { type: 'key_created', subject, message, at });
    await within(tx, id!);
    return { id: id!, key, hint: row.hint };
  });
}

export async function endKey(store: Store, accountId: number, keyId: number, actor: Actor, at: Micros): Promise<void> {
  await store.write(accountId, async (tx) => {
    await holdAccount(tx, accountId);
    const revoked = await revokeKey(tx, accountId, keyId, at);
    if (!revoked) throw new ApiError('not_found', `The account has no key ${keyId} that can be revoked.`);
    const subject = { kind: 'key', id: keyId } as const;
    const message = `The API key ${keyId} was revoked.`;
    await logActivity(tx, store.dialect, accountId, actor, { type: 'key_revoked', subject, message, at });
  });
}
