// Links to shared statistics. There are none until the owner makes one.
import { ApiError, invalid } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Micros } from '../../../contract/time.ts';
import { holdAccount } from '../../storage/accounts/accounts.ts';
import { countShares, deleteShare, findShare, insertShare } from '../../storage/accounts/statistics-shares.ts';
import type { Store } from '../../storage/store.ts';
import type { Actor } from '../accounts/actor.ts';
import { hashToken, newToken, tokenHint } from '../accounts/token-format.ts';
import { logActivity } from '../activity/activity.ts';

export const SHARE_PREFIX = 'fps_';

export interface ShareRequest {
  name: string;
  /** Null for all statistics of the account. */
  linkId: number | null;
  expiresAt: Micros | null;
}

export interface NewShare {
  id: number;
  token: string;
  hint: string;
}

/** Returns the token, the only time: only its hash is stored. */
export async function createShare(
  store: Store,
  accountId: number,
  { name, linkId, expiresAt }: ShareRequest,
  actor: Actor,
  at: Micros,
): Promise<NewShare> {
  const token = newToken(SHARE_PREFIX);
  const hint = tokenHint(SHARE_PREFIX, token);
  return store.write(accountId, async (tx) => {
    if (!(await holdAccount(tx, accountId))) throw new ApiError('unauthenticated');
    if ((await countShares(tx, accountId)) >= limits.shares) {
      throw invalid({ name: [`An account can have ${limits.shares} shared links. Delete one first.`] });
    }
    const [id] = await store.dialect.allocateIds(tx, 1);
    const share = { id: id!, name, link_id: linkId, hint, expires_at: expiresAt, created_at: at };
    await insertShare(tx, accountId, share, hashToken(token));
    const message = `The statistics were shared as "${name}".`;
    const subject = { kind: 'share', id: id! } as const;
    await logActivity(tx, store.dialect, accountId, actor, { type: 'share_created', subject, message, at });
    return { id: id!, token, hint };
  });
}

export async function removeShare(
  store: Store,
  accountId: number,
  shareId: number,
  actor: Actor,
  at: Micros,
): Promise<void> {
  await store.write(accountId, async (tx) => {
    await holdAccount(tx, accountId);
    const share = await findShare(tx, accountId, shareId);
    if (!share) throw noSuchShare();
    await deleteShare(tx, accountId, shareId);
    const message = `The shared statistics "${share.name}" were deleted.`;
    const subject = { kind: 'share', id: shareId } as const;
    await logActivity(tx, store.dialect, accountId, actor, { type: 'share_deleted', subject, message, at });
  });
}

export function noSuchShare(): ApiError {
  return new ApiError('not_found', 'This account has no such share.');
}
