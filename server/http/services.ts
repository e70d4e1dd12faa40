// What the HTTP layer is given to work with.
import type { FastifyRequest } from 'fastify';
import type { PageMeasure } from '../../contract/page/size.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Actor } from '../domain/accounts/actor.ts';
import type { KeyAccess } from '../domain/accounts/key-access.ts';
import type { PublicAccounts } from '../domain/accounts/public-accounts.ts';
import type { PageResolver } from '../domain/page/page-resolver.ts';
import type { Allowance } from '../domain/plans/allowance.ts';
import type { Vault } from '../files/vault.ts';
import type { Store } from '../storage/store.ts';
import type { Visits } from '../visits/index.ts';
import type { Caller } from './auth/caller.ts';
import type { RateLimiter } from './auth/rate-limiter.ts';
import type { Origins, Site } from './origins.ts';
import type { Load } from './plugins/overload.ts';
import type { ResponseCache } from './plugins/response-cache.ts';
import type { BodyMemory } from './wire/body-memory.ts';
import type { BodySlots } from './wire/body-slots.ts';

export interface Services {
  site: Site;
  origins: Origins;
  config: Config;
  store: Store;
  /** Where uploads lie. */
  files: Vault;
  clock: Clock;
  visits: Visits;
  /** Whose page a host and a path lead to. */
  resolver: PageResolver;
  /** Whose pictures and uploads a token in an address stands for. */
  publicAccounts: PublicAccounts;
  /** Whose a key is. */
  keys: KeyAccess;
  /** How much an account may have: the same for all. */
  allowance: Allowance;
  /** How large a page is; every edit needs it. */
  measure: PageMeasure;
  /** Who is asking, as the activity log tells it. */
  actorOf(request: FastifyRequest): Promise<Actor>;
  /** Whoever keeps something in memory says here, by name, how that goes. */
  caches: Map<string, () => CacheFigures>;
  /** Responses of the API. */
  answers: ResponseCache;
  load: Load;
  limiters: Readonly<Record<Caller['kind'], RateLimiter>>;
  bodyMemory: BodyMemory;
  importSlots: BodySlots;
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
     * Who may call the route. By default: keys, and people who are signed in. `public`: everybody, in the app that serves
     * the dashboard. `session`: people who are signed in. `fresh`: those who signed in within the last ten minutes.
     */
    access?: 'public' | 'session' | 'fresh';
    /** Whether the route changes something; a key needs the scope for it. */
    writes?: boolean;
    /** Keep answers in memory until the account, or its counts, change. */
    keep?: 'account' | 'visits';
    /** How much the body may hold, where it is not what it may hold everywhere. */
    mostBytes?: number;
    /** The body is not read ahead: the route takes it as it comes. */
    streams?: boolean;
    /** A JSON body of more bytes is not parsed: the route finds it in `largeBody`, and no values in `body`. */
    leavesBodiesOver?: number;
    /** What goes wrong is told as a page, not as JSON. */
    isForPeople?: boolean;
  }
  interface FastifyRequest {
    /** Set on every request that is authenticated. */
    caller: Caller;
    largeBody: Buffer | undefined;
  }
}
