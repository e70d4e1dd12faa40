// Limits the HTML size of a page, because all of it is cached and sent. A write that exceeds the limit is rejected. A page
// that is already too large, as after its plan ended, is still served and may be changed if it does not grow.
import { ApiError } from '../../../contract/errors.ts';
import type { PageMeasure } from '../../../contract/page/size.ts';
import type { Micros } from '../../../contract/time.ts';
import { storedAmount } from '../../storage/page/page-amount.ts';
import type { Executor } from '../../storage/tables.ts';
import { createPauses } from '../../system/pauses.ts';
import type { Quotas } from '../plans/quotas.ts';
import { readPageWithScheduled } from './page.ts';

export interface SizeCheck {
  /** Runs an edit, and a second time if it needs the size before the edit. Each run calls `before` and `after`. */
  run<T>(attempt: () => Promise<T>): Promise<T>;
  before(tx: Executor): Promise<void>;
  after(tx: Executor): Promise<void>;
}

interface Measured {
  accountId: number;
  at: Micros;
  measure: PageMeasure;
  quotas: Pick<Quotas, 'pageBytes'>;
}

/** A page is measured up to this multiple of the limit, to report how far it exceeds it. */
const COUNTED_PART = 4;

/** Ends an attempt whose page is too large, before it is known whether it was too large before. */
class TooLarge extends Error {
  readonly bytes: number;
  constructor(bytes: number) {
    super('the page is too large');
    this.bytes = bytes;
  }
}

export function createSizeCheck({ accountId, at, measure, quotas: { pageBytes } }: Measured): SizeCheck {
  let wanted: number | undefined;
  let present: number | undefined;

  async function bytesIn(tx: Executor, enough: number): Promise<number> {
    const pause = createPauses();
    const page = await readPageWithScheduled(tx, accountId, measure.addresses, at);
    return page ? measure.bytesOf(page, enough, pause) : 0;
  }

  return {
    async run(attempt) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof TooLarge)) throw error;
        wanted = error.bytes;
        return attempt();
      }
    },
    async before(tx) {
      if (wanted === undefined) return;
      present = await bytesIn(tx, Number.POSITIVE_INFINITY);
      if (present <= pageBytes) throw apiError(wanted, present, pageBytes);
    },
    async after(tx) {
      const allowed = present ?? pageBytes;
      if (measure.ceiling(await storedAmount(tx, accountId)) <= allowed) return;
      const bytes = await bytesIn(tx, Math.max(allowed, COUNTED_PART * pageBytes));
      if (bytes <= allowed) return;
      throw present === undefined ? new TooLarge(bytes) : apiError(bytes, present, pageBytes);
    },
  };
}

function apiError(wanted: number, present: number, pageBytes: number): ApiError {
  const counted = COUNTED_PART * pageBytes;
  const size = wanted > counted ? `more than ${kibibytes(counted)}` : kibibytes(wanted);
  const rule = `The page would have ${size} of HTML; the limit is ${kibibytes(pageBytes)}.`;
  const advice =
    present > pageBytes ? 'only changes that make it smaller are possible' : 'shorten or delete something first';
  return new ApiError('invalid', `${rule} It has ${kibibytes(present)} now: ${advice}.`);
}

function kibibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024).toLocaleString('en')} KiB`;
}
