// The services that the HTTP layer uses.
import type { FastifyRequest } from 'fastify';
import type { PageMeasure } from '../../contract/page/size.ts';
import type { Config } from '../config.ts';
import type { Actor } from '../domain/accounts/actor.ts';
import type { KeyAccess } from '../domain/accounts/key-access.ts';
import type { PublicAccounts } from '../domain/accounts/public-accounts.ts';
import type { ShareAccess } from '../domain/analytics/share-access.ts';
import type { PageResolver } from '../domain/page/page-resolver.ts';
import type { Quotas } from '../domain/plans/quotas.ts';
import type { SignIn } from '../domain/sign-in/index.ts';
import type { Exports } from '../exports/index.ts';
import type { FileStorage } from '../files/file-storage.ts';
import type { Jobs } from '../jobs/index.ts';
import type { SharedCounters } from '../limits/shared-counters.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Notifications } from '../notifications/index.ts';
import type { Store } from '../storage/store.ts';
import type { Clock } from '../system/clock.ts';
import type { Disks } from '../system/disk.ts';
import type { Visits } from '../visits/index.ts';
import type { Licence } from '../visits/record/geography/licence.ts';
import type { Caller } from './auth/caller.ts';
import type { RateLimiter } from './auth/rate-limiter.ts';
import type { Origins, Site } from './origins.ts';
import type { Load } from './plugins/overload.ts';
import type { ResponseCache } from './response-store.ts';
import type { BodyMemory } from './wire/body-memory.ts';
import type { BodySlots } from './wire/body-slots.ts';

export interface Services {
  site: Site;
  origins: Origins;
  config: Config;
  store: Store;
  /** Storage of uploads. */
  files: FileStorage;
  clock: Clock;
  visits: Visits;
  /** Whether all listeners are open. Until then, the process is not ready. */
  startup: { isComplete: boolean };
  /** The disks of the data folder and of the database. */
  disks: Disks;
  /** Resolves host and path to the owner of a page. */
  resolver: PageResolver;
  /** Resolves the public token in the URL of a picture or upload to an account. */
  publicAccounts: PublicAccounts;
  /** Resolves an API key to its account. */
  keys: KeyAccess;
  /** Resolves the token of shared statistics. */
  shares: ShareAccess;
  /** Accounts, sessions and messages of people who sign in. */
  signIn: SignIn;
  /** Mails that owners have asked for. */
  notifications: Notifications;
  /** Work that survives the end of the process. */
  jobs: Jobs;
  mailer: Mailer;
  /** Exports of all data of an account. */
  exports: Exports;
  /** The limits of an account, the same for all. */
  quotas: Quotas;
  /** Measures the size of a page; every edit needs it. */
  measure: PageMeasure;
  /** The caller, as the activity log names it. */
  actorOf(request: FastifyRequest): Promise<Actor>;
  /** Where an address is; null if that is not known. */
  placeOf(ip: string): Promise<{ country: string | null; city: string | null }>;
  /** The licence of the location data in use; undefined if it is not known. */
  licenceOfPlaces(): Licence | undefined;
  /** Figures of each cache, by name. */
  caches: Map<string, () => CacheFigures>;
  /** Responses of the API. */
  answers: ResponseCache;
  load: Load;
  limiters: Readonly<Record<Caller['kind'], RateLimiter>>;
  /** A rate limit by name. All processes count together. */
  limiter(name: string): RateLimiter;
  /** Whether limits are counted together with other processes. */
  sharedCounters: SharedCounters;
  bodyMemory: BodyMemory;
  importSlots: BodySlots;
  previewSlots: BodySlots;
  uploadSlots: BodySlots;
}

export interface CacheFigures {
  hits: number;
  misses: number;
  entries: number;
  bytes?: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Who may call the route. Default: keys and sessions. `public`: everybody, in the app that serves the dashboard.
     * `session`: sessions only. `fresh`: sessions with a sign-in within the last ten minutes.
     */
    access?: 'public' | 'session' | 'fresh';
    /** Browsers may come to this public route from other sites: it has a protection of its own. */
    fromOtherSites?: boolean;
    /** Whether tokens of shared statistics may read the route. It must limit them to their link. */
    isShared?: boolean;
    /** Whether the route needs a key with write scope. */
    writes?: boolean;
    /** Cache responses until the account, or its counts, change. */
    cache?: 'account' | 'visits';
    /** Overrides the body limit. */
    maxBytes?: number;
    /** The route reads the body as a stream. */
    streams?: boolean;
    /** A JSON body with more bytes is not parsed: it is in `largeBody`, and `body` is empty. */
    leavesBodiesOver?: number;
    /** The response has no end of its own, so its duration means nothing. */
    isEndless?: boolean;
    /** Errors are sent as an HTML page, not as JSON. */
    htmlErrors?: boolean;
  }
  interface FastifyRequest {
    /** Set on every request that is authenticated. */
    caller: Caller;
    largeBody: Buffer | undefined;
  }
}
