// Imports a whole page: plans it without a lock, then writes it in a short transaction.
import { ApiError } from '../../../../contract/errors.ts';
import type { Store } from '../../../storage/store.ts';
import { applyImport, type ImportContext } from './import-apply.ts';
import type { ImportPlan } from './import-plan.ts';

/** Retries before giving up on an account that keeps changing during planning. */
const MAX_PLANS = 8;

/** The part of a plan that is needed to apply it. A plan can come from a thread. */
type ReadyPlan = Omit<ImportPlan, 'report' | 'page'> & { answer?: Uint8Array };

/** Calls `plan` again if the account changed before the plan was applied. Returns the last plan. */
export async function runImport<Plan extends ReadyPlan>(
  store: Store,
  request: ImportContext,
  plan: () => Promise<Plan>,
): Promise<Plan> {
  for (let count = 0; count < MAX_PLANS; count += 1) {
    const planned = await plan();
    const { changes } = planned;
    if (!changes || (await applyImport(store, request, { ...planned, changes }))) return planned;
  }
  throw new ApiError('unavailable', 'The page changes too often for an import; try again shortly.');
}
