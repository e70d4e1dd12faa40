// Recent data of a running service: visits of the last minutes that are counted but not rolled up yet, and live
// visitors; the same number of both, independent of older visits.
import { MINUTE, SECOND } from '../../contract/time.ts';
import { withStore } from '../../drill/support/with-store.ts';
import type { Store } from '../../server/storage/store.ts';
import { upsertLive } from '../../server/storage/visits/live.ts';
import { createClock } from '../../server/system/clock.ts';
import { aggregate } from '../../server/visits/count/aggregate.ts';
import { byVisitor, HEARTBEAT_LIFE, liveRow } from '../../server/visits/live/live.ts';
import { LINK_SET, type Prepared } from '../database.ts';
import { visitors } from '../visitors.ts';

/** With more, a row would be long enough to be rolled up at once. */
const RECENT_VISITS = 400;
const RECENT = 5 * MINUTE;
/** The most that are listed. */
const LIVE_VISITORS = 1000;
/** Longer than the bench takes. */
const LIVE_FOR = 60 * MINUTE;

export async function addRecent({ url, accountId, links }: Prepared): Promise<void> {
  const now = createClock()();
  await withStore(url, async (store, visits) => {
    const recent = visitors(accountId, RECENT_VISITS, now, { span: RECENT, links, edition: LINK_SET });
    for (const some of recent) await visits.recordMany(some);
    while ((await aggregate(store, RECENT_VISITS)).visits > 0);
    await addLive(store, accountId, now);
  });
}

function addLive(store: Store, accountId: number, now: number): Promise<void> {
  const [somebody = []] = visitors(accountId, 2 * LIVE_VISITORS, now, { size: 2 * LIVE_VISITORS, span: 60 * SECOND });
  const different = new Map(somebody.map((visit) => [visit.visitor, visit]));
  const rows = [...different.values()]
    .slice(0, LIVE_VISITORS)
    .map((visit) => ({ ...liveRow({ ...visit, address: '192.0.2.1' }, 'request'), expires_at: now + LIVE_FOR }));
  return store.enqueue((executor) => upsertLive(executor, store.dialect, rows.sort(byVisitor), HEARTBEAT_LIFE));
}
