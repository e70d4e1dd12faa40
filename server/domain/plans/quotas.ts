// The quotas and the rate limit of an account. Plain data that is passed with the caller and with each edit, so that
// accounts can differ. It never exceeds what the contract's schemas accept.
import { limits } from '../../../contract/limits.ts';
import { blockLimits } from '../../../contract/page/block-shapes.ts';

export interface Quotas {
  readonly blocks: number;
  readonly itemsPerBlock: number;
  /** HTML, uncompressed. */
  readonly pageBytes: number;
  readonly uploads: number;
  /** All uploads together. */
  readonly uploadBytes: number;
  readonly pixels: number;
  /** Keys that work: neither revoked nor expired. */
  readonly keys: number;
  readonly formEntries: number;
  readonly formEntriesPerMinute: number;
  /** Of all keys of the account together, and again of all its sessions; 0 means no limit. */
  readonly requestsPerMinute: number;
}

/** What no setting changes. Commands of the operator and the demo account, which have no caller, are held to it too. */
export const standardQuotas = {
  blocks: blockLimits.blocks,
  itemsPerBlock: blockLimits.items,
  pageBytes: limits.pageBytes,
  uploads: limits.uploads,
  pixels: limits.pixels,
  keys: limits.keys,
  formEntries: limits.formEntries,
  formEntriesPerMinute: limits.formEntriesPerAccount,
} as const satisfies Partial<Quotas>;

/** The same for every account. The operator sets two of the values. */
export function quotasOfStandardPlan(settings: { uploadQuotaBytes: number; rateLimit: number }): Quotas {
  return { ...standardQuotas, uploadBytes: settings.uploadQuotaBytes, requestsPerMinute: settings.rateLimit };
}
