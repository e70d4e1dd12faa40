// Responses of the API until their data changes. Single-flight: concurrent misses of one URL produce one response.
import type { Micros } from '../../contract/time.ts';
import { createSingleFlightCache } from '../cache/single-flight-cache.ts';
import type { Stamp } from '../storage/changes.ts';
import type { Store } from '../storage/store.ts';
import type { Clock } from '../system/clock.ts';

const MAX_BYTES = 64 * 1024 * 1024;

export interface CachedResponse {
  payload: Buffer;
  etag: string;
  until: Micros;
}

/** The data of a response: the entry is fresh until that data changes. */
export interface Mark {
  accountId: number;
  topic: 'account' | 'visits';
  /** Taken before any data was read. */
  stamp: Stamp;
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

export function createResponseCache({ store, clock }: { store: Pick<Store, 'freshness'>; clock: Clock }) {
  return createSingleFlightCache<string, CachedResponse, Mark>({
    maxBytes: MAX_BYTES,
    bytesOf: ({ payload }) => payload.length,
    isFresh: ({ stamp, accountId, topic }) => store.freshness.isFresh(stamp, accountId, topic),
    isOver: ({ until }) => until <= clock(),
  });
}
