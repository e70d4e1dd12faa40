// How much an account may have and how often it may ask. Plain data that travels with the caller and with each edit, so
// that accounts can differ. It never exceeds what the contract's schemas accept.
import { limits } from '../../../contract/limits.ts';
import { blockLimits } from '../../../contract/page/block-shapes.ts';

export interface Allowance {
  readonly blocks: number;
  readonly itemsPerBlock: number;
  /** Of HTML, without compression. */
  readonly pageBytes: number;
  readonly uploads: number;
  /** Of all uploads together. */
  readonly uploadBytes: number;
  readonly formEntries: number;
  readonly formEntriesPerMinute: number;
  /** For each caller; 0 for no limit. */
  readonly requestsPerMinute: number;
}

/** What every account has. The operator sets two of the values. */
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
