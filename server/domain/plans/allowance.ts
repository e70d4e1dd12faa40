// The quotas and the rate limit of an account. Plain data that is passed with the caller and with each edit, so that
// accounts can differ. It never exceeds what the contract's schemas accept.
import { limits } from '../../../contract/limits.ts';
import { blockLimits } from '../../../contract/page/block-shapes.ts';

export interface Allowance {
  readonly blocks: number;
  readonly itemsPerBlock: number;
  /** HTML, uncompressed. */
  readonly pageBytes: number;
  readonly uploads: number;
  /** All uploads together. */
  readonly uploadBytes: number;
  readonly formEntries: number;
  readonly formEntriesPerMinute: number;
  /** Per caller; 0 means no limit. */
  readonly requestsPerMinute: number;
}

/** The same for every account. The operator sets two of the values. */
export function standardAllowance(settings: { uploadQuotaBytes: number; rateLimit: number }): Allowance {
  return {
    blocks: blockLimits.blocks,
    itemsPerBlock: blockLimits.items,
    pageBytes: limits.pageBytes,
    uploads: limits.uploads,
    uploadBytes: settings.uploadQuotaBytes,
    formEntries: limits.formEntries,
    formEntriesPerMinute: limits.formEntriesPerAccount,
    requestsPerMinute: settings.rateLimit,
  };
}
