import type { Static } from 'typebox';
import type { Live } from '../../contract/schemas/analytics.ts';
import { DAY, type Micros } from '../../contract/time.ts';
import type { Store } from '../storage/store.ts';
import { PAGE } from '../storage/visits/visits.ts';
import type { Clock } from '../system/clock.ts';
import { type AggregationFigures, createAggregationLoop } from './count/aggregation-loop.ts';
import { createAggregationThread } from './count/aggregation-thread.ts';
import { createSpoolLease } from './lease.ts';
import { createHeartbeats } from './live/heartbeats.ts';
import { isLive, liveReport } from './live/live.ts';
import { createLiveStreams, type LiveStreams } from './live/live-streams.ts';
import type { VisitLogger } from './logger.ts';
import { type Backlog, backlogIn } from './read/backlog.ts';
import { type UncountedKind, uncountedEvent } from './record/events.ts';
import type { Locator } from './record/geography.ts';
import { identify, type Visit, type VisitEvent } from './record/identify.ts';
import { createJournal, type JournalFigures } from './record/journal.ts';
import { createSalts, type Salt } from './record/salts.ts';
import { createSpool, type SpoolFigures } from './record/spool.ts';
import { createVisitors } from './record/visitors.ts';
import { createRetentionHold } from './retention/retention-hold.ts';
import { type Compact, compactDay } from './segments/compaction.ts';
import { createUpkeep } from './upkeep.ts';

export interface Visits {
  /**
   * Resolves with true when the visit is recorded. It is then counted within about a second, or when the database is
   * available again, even if this process crashes. Resolves with false if database and spool both failed.
   */
  record(visit: Visit): Promise<boolean>;
  /**
   * Records a request that is not a visit, as a separate series. The caller does not wait, and a loss does not matter.
   */
  notice(request: Pick<Visit, 'accountId' | 'targetId'>, kind: UncountedKind): void;
  /** Records many visits in few commits. An event is already identified: it has its own time and visitor. */
  recordMany(visits: readonly (Visit | VisitEvent)[]): Promise<boolean>;
  /** The visitor's page is still open. */
  heartbeat(visit: Omit<Visit, 'targetId'>): Promise<void>;
  /** The visitor has left the page. */
  leave(visit: Omit<Visit, 'targetId'>): Promise<void>;
  /** The visitors who are on the account's page now. Visitors of other processes appear after half a second. */
  live(accountId: number): Promise<Static<typeof Live>>;
  /** What happens on the live lists, as it happens, in all processes. */
  streams: Pick<LiveStreams, 'listen' | 'size'>;
  /** The salt of a day, the same in all processes. */
  saltAt(at: Micros): Salt | Promise<Salt>;
  /** Counts all recorded visits. */
  aggregateAll(): Promise<void>;
  /** Compacts stored visits of one day, one step at a time. */
  compact: Compact;
  /** Does now what this process does for itself, and `start` has done every 30 seconds. */
  upkeep(): Promise<void>;
  /** The number of visits that wait to be recorded. */
  waiting(): number;
  /** Metrics of this process since its start. */
  figures(): JournalFigures & AggregationFigures;
  /** Visits of all processes that are recorded but not counted yet. */
  backlog(): Promise<Backlog>;
  /** Visits of this process in the spool. */
  spooled(): Readonly<SpoolFigures>;
  start(): void;
  /** Records waiting visits and stops. The next process counts what is not counted yet. */
  stop(): Promise<void>;
}

export interface VisitDependencies {
  store: Store;
  clock: Clock;
  geography: Locator;
  logger: VisitLogger;
  /** A folder for visits while the database is unavailable. Without it, they are rejected. */
  spoolFolder?: string | undefined;
  /** If set, a thread aggregates while many visits wait. Otherwise the main thread does. */
  databaseUrl?: string | undefined;
  /** Retention of individual visits, in days. */
  eventDays?: number | undefined;
  /** Called with the duration of each aggregation. */
  observeAggregation?: ((seconds: number) => void) | undefined;
}

export function createVisits(dependencies: VisitDependencies): Visits {
  const {
    store,
    clock,
    geography,
    logger,
    spoolFolder,
    databaseUrl,
    eventDays = 90,
    observeAggregation,
  } = dependencies;
  const salts = createSalts(store);
  const lease = createSpoolLease(store, clock);
  const spool = spoolFolder === undefined ? undefined : createSpool(spoolFolder, { lease });
  const thread = databaseUrl === undefined ? undefined : createAggregationThread(databaseUrl);
  const upkeep = createUpkeep({ clock, salts, logger, drainSpool: () => journal.drain() });
  const retentionHold = createRetentionHold(store, clock);
  const keptSince = () => (eventDays > 0 ? clock() - eventDays * DAY : Number.POSITIVE_INFINITY);
  const aggregationLoop = createAggregationLoop({ store, clock, logger, observeAggregation, keptSince, thread });
  const journal = createJournal({ store, clock, logger, spool, recorded: aggregationLoop.wake });
  const streams = createLiveStreams({ store, clock, logger });
  const heartbeats = createHeartbeats({ store, clock, logger, announced: streams.wake });
  const sources = { geography, salts, visitors: createVisitors() };
  const identified = (visit: Visit) => identify(visit, clock(), sources);
  const onPage = (visit: Omit<Visit, 'targetId'>) => identified({ ...visit, targetId: PAGE });

  function recorded(event: VisitEvent): Promise<boolean> {
    heartbeats.note(event, 'request');
    return journal.append(event);
  }

  return {
    record(visit) {
      const event = identified(visit);
      return event instanceof Promise ? event.then(recorded) : recorded(event);
    },
    notice({ accountId, targetId }, kind) {
      journal.append(uncountedEvent(accountId, targetId, clock(), kind)).catch(() => {});
    },
    async recordMany(visits) {
      const events = await Promise.all(visits.map((visit) => ('visitor' in visit ? visit : identified(visit))));
      await retentionHold(events.reduce((oldest, { at }) => Math.min(oldest, at), Number.POSITIVE_INFINITY));
      const areRecorded = await journal.appendMany(events);
      const now = clock();
      for (const event of events) if (isLive(event, now)) heartbeats.note(event, 'request');
      return areRecorded;
    },
    async heartbeat(visit) {
      heartbeats.note(await onPage(visit), 'heartbeat');
    },
    async leave(visit) {
      heartbeats.note(await onPage(visit), 'leave');
    },
    async live(accountId) {
      await heartbeats.flush();
      return liveReport(store.read, accountId, clock());
    },
    streams,
    saltAt: salts.saltAt,
    aggregateAll: aggregationLoop.aggregateAll,
    compact: thread?.compact ?? ((step) => compactDay(store, step)),
    async upkeep() {
      await heartbeats.flush();
      await upkeep.once();
    },
    waiting: journal.waiting,
    figures: () => ({ ...journal.figures(), ...aggregationLoop.figures() }),
    backlog: () => backlogIn(store.dialect),
    spooled: () => spool?.figures() ?? { visits: 0, bytes: 0, oldest: undefined },
    start() {
      aggregationLoop.start();
      upkeep.start();
    },
    async stop() {
      await journal.close();
      await heartbeats.close();
      await streams.close();
      await upkeep.stop();
      await aggregationLoop.stop();
    },
  };
}
