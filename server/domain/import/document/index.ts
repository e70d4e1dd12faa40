// A page, brought in as a whole: planned without holding anybody up, and then written in one go.
import { invalid, Refusal } from '../../../../contract/errors.ts';
import type { EditRequest } from '../../page/page-edit.ts';
import { adoptUpload } from '../../uploads/adopted-uploads.ts';
import type { UploadServices } from '../../uploads/uploads.ts';
import { applyImport } from './import-apply.ts';
import { asField, type ImportPlan, underneath } from './import-plan.ts';

/** An account that changes more often than this while a plan is made is busy with something else. */
const MAX_PLANS = 8;

type ImportContext = Pick<EditRequest, 'accountId' | 'actor' | 'at' | 'allowance'>;

/** What of a plan is needed to carry it out, wherever it was made. */
type ReadyPlan = Omit<ImportPlan, 'report' | 'page'>;

/** `plan` is called again where the account changed before its plan could be carried out. Returns the last plan. */
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
  throw new Refusal('unavailable', 'The page is being changed too often to import anything; try again shortly.');
}

/** Files are only copied for a page that can be imported with them. */
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
