import type { Static } from 'typebox';
import type { Live } from '../../contract/schemas/analytics.ts';
import { DAY, type Micros, SECOND } from '../../contract/time.ts';
import type { Clock } from '../clock.ts';
import type { Store } from '../storage/store.ts';
import { PAGE } from '../storage/visits/visits.ts';
import { createFoldLoop, type FoldFigures } from './count/fold-loop.ts';
import { createFoldThread } from './count/fold-thread.ts';
import { createLease } from './lease.ts';
import { isLive, liveReport } from './live/live.ts';
import { createLiveSigns } from './live/live-signs.ts';
import type { VisitLogger } from './logger.ts';
import { type Backlog, backlogIn } from './read/backlog.ts';
import { type UncountedKind, uncountedEvent } from './record/events.ts';
import type { Locator } from './record/geography.ts';
import { identify, type Visit, type VisitEvent } from './record/identify.ts';
import { createJournal, type JournalFigures } from './record/journal.ts';
import { createSalts } from './record/salts.ts';
import { createSpool, type SpoolFigures } from './record/spool.ts';
import { createVisitors } from './record/visitors.ts';
import { createRetentionHold } from './retention/retention-hold.ts';
import { createUpkeep, type UpkeepFigures } from './upkeep.ts';

export interface Visits {
  /**
   * Resolves with true when the visit is recorded: it is then counted within about a second, or as soon as the store is
   * back, whatever happens to this process. With false where neither the store nor the spool could take it.
   */
  record(visit: Visit): Promise<boolean>;
  /** A request that is no visit: it becomes part of a series of its own. Nobody waits for it, and nobody misses it. */
  notice(request: Pick<Visit, 'accountId' | 'targetId'>, kind: UncountedKind): void;
  /** The same for many, in few commits. An event comes identified, with a time and a visitor of its own. */
  recordMany(visits: readonly (Visit | VisitEvent)[]): Promise<boolean>;
  /** The visitor's page is open. */
  pulse(visit: Omit<Visit, 'targetId'>): Promise<void>;
  /** The visitor's page was left. */
  leave(visit: Omit<Visit, 'targetId'>): Promise<void>;
  /** Who is on the account's page now: of what other processes saw, all but the last half a second. */
  live(accountId: number): Promise<Static<typeof Live>>;
  /** Counts all that is recorded. */
  foldAll(): Promise<void>;
  /** Sees now to what `start` sees to every half a minute: its own part, and what one process does for all. */
  upkeep(): Promise<void>;
  /** How many visits wait to be recorded. */
  waiting(): number;
  /** What this process did since it began. */
  figures(): JournalFigures & FoldFigures & UpkeepFigures;
  /** What is recorded, by any process, and not counted yet. */
  backlog(): Promise<Backlog>;
  /** What of this process waits for the store to come back. */
  spooled(): Readonly<SpoolFigures>;
  start(): void;
  /** Records what waits, and stops. What is not counted yet is counted by the next process. */
  stop(): Promise<void>;
}

export interface VisitDependencies {
  store: Store;
  clock: Clock;
  geography: Locator;
  logger: VisitLogger;
  /** A folder for visits that come while the store is away; without one they are refused. */
  spoolFolder?: string | undefined;
  /** Where the store is: a thread then folds while many visits wait. Without it, this one does. */
  databaseUrl?: string | undefined;
  /** For how many days visits are kept one by one. */
  eventDays?: number | undefined;
  /** Milliseconds that only go forward, whatever the system clock does. */
  monotonicClock?: (() => number) | undefined;
  /** Told how long each fold took. */
  observeFold?: ((seconds: number) => void) | undefined;
}

/** Renewed with everything that is brought. */
const SPOOLS_LEASE: Micros = 15 * SECOND;

export function createVisits(dependencies: VisitDependencies): Visits {
  const {
    store,
    clock,
    geography,
    logger,
    spoolFolder,
    databaseUrl,
    eventDays = 90,
    monotonicClock,
    observeFold,
  } = dependencies;
  const salts = createSalts(store);
  const spools = createLease({ store, clock, name: 'spools', life: SPOOLS_LEASE });
  const spool = spoolFolder === undefined ? undefined : createSpool(spoolFolder, { lease: spools });
  const upkeep = createUpkeep({
    store,
    clock,
    salts,
    logger,
    drainSpool: () => journal.drain(),
    eventDays,
    monotonicClock,
  });
  const retentionHold = createRetentionHold(store, clock);
  const keptSince = () => (eventDays > 0 ? clock() - eventDays * DAY : Number.POSITIVE_INFINITY);
  const thread = databaseUrl === undefined ? undefined : createFoldThread(databaseUrl);
  const foldLoop = createFoldLoop({ store, clock, logger, observeFold, keptSince, thread });
  const journal = createJournal({ store, clock, logger, spool, recorded: foldLoop.wake });
  const signs = createLiveSigns({ store, logger });
  const sources = { geography, salts, visitors: createVisitors() };
  const identified = (visit: Visit) => identify(visit, clock(), sources);
  const onPage = (visit: Omit<Visit, 'targetId'>) => identified({ ...visit, targetId: PAGE });

  function recorded(event: VisitEvent): Promise<boolean> {
    signs.note(event, 'request');
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
      for (const event of events) if (isLive(event, now)) signs.note(event, 'request');
      return areRecorded;
    },
    async pulse(visit) {
      signs.note(await onPage(visit), 'pulse');
    },
    async leave(visit) {
      signs.note(await onPage(visit), 'leave');
    },
    async live(accountId) {
      await signs.flush();
      return liveReport(store.read, accountId, clock());
    },
    foldAll: foldLoop.foldAll,
    async upkeep() {
      await signs.flush();
      await upkeep.once();
    },
    waiting: journal.waiting,
    figures: () => ({ ...journal.figures(), ...foldLoop.figures(), ...upkeep.figures() }),
    backlog: () => backlogIn(store.dialect),
    spooled: () => spool?.figures() ?? { visits: 0, bytes: 0, oldest: undefined },
    start() {
      foldLoop.start();
      upkeep.start();
    },
    async stop() {
      await journal.close();
      await signs.close();
      await foldLoop.stop();
      await upkeep.stop();
    },
  };
}
