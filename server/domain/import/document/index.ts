// Imports a whole page: plans it without a lock, then writes it in a short transaction.
import { invalid, Refusal } from '../../../../contract/errors.ts';
import { adoptUpload } from '../../uploads/adopted-uploads.ts';
import type { UploadServices } from '../../uploads/uploads.ts';
import { applyImport, type ImportContext } from './import-apply.ts';
import { asField, type ImportPlan, underneath } from './import-plan.ts';

/** Retries before giving up on an account that keeps changing during planning. */
const MAX_PLANS = 8;

/** The part of a plan that is needed to apply it. A plan can come from a thread. */
type ReadyPlan = Omit<ImportPlan, 'report' | 'page'> & { answer?: Uint8Array };

/** Calls `plan` again if the account changed before the plan was applied. Returns the last plan. */
export async function runImport<Plan extends ReadyPlan>(
  services: UploadServices,
  request: ImportContext,
  plan: () => Promise<Plan>,
): Promise<Plan> {
  for (let count = 0; count < MAX_PLANS; count += 1) {
    const planned = await plan();
    if (planned.isDryRun) return planned;
    if (!planned.changes) await adoptUploads(services, request, planned);
    else if (await applyImport(services.store, request, { ...planned, changes: planned.changes })) return planned;
  }
  throw new Refusal('unavailable', 'The page changes too often for an import; try again shortly.');
}

/** Copies files only if the import with them would succeed. */
async function adoptUploads(services: UploadServices, request: ImportContext, { elsewhere, under }: ReadyPlan) {
  try {
    for (const [field, upload] of elsewhere) {
      await asField(field, () => adoptUpload(services, request, upload));
    }
  } catch (error) {
    if (under === '' || !(error instanceof Refusal) || !error.errors) throw error;
    throw invalid(underneath(error.errors, under));
  }
}
