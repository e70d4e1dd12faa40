// What an account has of what is limited, and how much it may have.
import { limits } from '../../../contract/limits.ts';
import { uploadKinds } from '../../../contract/page/uploads.ts';
import type { AccountUsage } from '../../../contract/schemas/account-usage.ts';
import type { Micros } from '../../../contract/time.ts';
import { countActiveKeys } from '../../storage/accounts/keys.ts';
import { countShares } from '../../storage/accounts/statistics-shares.ts';
import { countBlocks } from '../../storage/page/blocks.ts';
import { countFormEntries } from '../../storage/page/form-entries.ts';
import { countPixels } from '../../storage/page/pixels.ts';
import { uploadsByKind } from '../../storage/page/uploads.ts';
import type { Executor } from '../../storage/tables.ts';
import type { Quotas } from '../plans/quotas.ts';

export async function readUsage(db: Executor, accountId: number, quotas: Quotas, now: Micros): Promise<AccountUsage> {
  const byKind = await uploadsByKind(db, accountId);
  const kinds = uploadKinds.map((kind) => ({ kind, ...(byKind.get(kind) ?? { count: 0, bytes: 0 }) }));
  const total = (figure: 'count' | 'bytes') => kinds.reduce((sum, one) => sum + one[figure], 0);
  return {
    blocks: { used: await countBlocks(db, accountId), limit: quotas.blocks },
    form_entries: { used: await countFormEntries(db, accountId), limit: quotas.formEntries },
    uploads: { used: total('count'), limit: quotas.uploads },
    upload_bytes: { used: total('bytes'), limit: quotas.uploadBytes },
    pixels: { used: await countPixels(db, accountId), limit: quotas.pixels },
    keys: { used: await countActiveKeys(db, accountId, now), limit: quotas.keys },
    shares: { used: await countShares(db, accountId), limit: limits.shares },
    uploads_by_kind: kinds,
    requests_per_minute: quotas.requestsPerMinute || null,
  };
}
