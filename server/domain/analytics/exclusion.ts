// The personal link with which owners switch off counting in their own browsers. Its token is also the value of the
// cookie, so a new token makes all browsers count again. Whoever has the link can only exclude themselves.
import { randomBytes } from 'node:crypto';
import { ApiError } from '../../../contract/errors.ts';
import type { Micros } from '../../../contract/time.ts';
import { holdAccountAsIs } from '../../storage/accounts/accounts.ts';
import { type PageOwner, readPageOwner } from '../../storage/accounts/usernames.ts';
import type { VisitExclusionRow } from '../../storage/sharing-tables.ts';
import type { Store } from '../../storage/store.ts';
import type { Executor } from '../../storage/tables.ts';
import { findExclusionOwner, readExclusion, storeExclusion } from '../../storage/visits/visit-exclusion.ts';

const TOKEN_BYTES = 16;
const TOKEN = /^[\w-]{22}$/;

export function isExclusionToken(text: string): boolean {
  return TOKEN.test(text);
}

export interface ExclusionChange {
  /** Replace the token. */
  renew?: boolean | undefined;
  dashboard?: boolean | undefined;
}

/** Makes the link if there is none yet. */
export async function editExclusion(
  store: Store,
  accountId: number,
  { renew = false, dashboard }: ExclusionChange,
  at: Micros,
): Promise<VisitExclusionRow> {
  return store.write(accountId, async (tx) => {
    if (!(await holdAccountAsIs(tx, accountId))) throw new ApiError('unauthenticated');
    const before = await readExclusion(tx, accountId);
    const kept = renew ? undefined : before;
    const exclusion = {
      token: kept?.token ?? randomBytes(TOKEN_BYTES).toString('base64url'),
      created_at: kept?.created_at ?? at,
      dashboard: dashboard === undefined ? (before?.dashboard ?? 1) : Number(dashboard),
    };
    await storeExclusion(tx, accountId, exclusion);
    return { account_id: accountId, ...exclusion };
  });
}

export interface FoundExclusion {
  owner: PageOwner;
  /** Whether browsers that are signed in to the dashboard exclude themselves. */
  dashboard: boolean;
}

/** Undefined if the token is not valid, or the account's page is off. */
export async function findExclusion(db: Executor, token: string): Promise<FoundExclusion | undefined> {
  if (!isExclusionToken(token)) return undefined;
  const accountId = await findExclusionOwner(db, token);
  if (accountId === undefined) return undefined;
  const owner = await readPageOwner(db, accountId);
  const exclusion = await readExclusion(db, accountId);
  if (!owner?.isActive || exclusion?.token !== token) return undefined;
  return { owner, dashboard: exclusion.dashboard === 1 };
}
