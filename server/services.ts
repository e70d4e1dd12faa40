// What the apps of a process work with. Both have the same services, so that a limit holds for them together.

import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import type { Actor } from './domain/accounts/actor.ts';
import { createKeyAccess } from './domain/accounts/key-access.ts';
import { createPublicAccounts } from './domain/accounts/public-accounts.ts';
import { createShareAccess } from './domain/analytics/share-access.ts';
import { createPageResolver } from './domain/page/page-resolver.ts';
import { quotasOfStandardPlan } from './domain/plans/quotas.ts';
import { createSignIn } from './domain/sign-in/index.ts';
import type { Passwords } from './domain/sign-in/passwords/passwords.ts';
import { createExports } from './exports/index.ts';
import type { FileStorage } from './files/file-storage.ts';
import { createRateLimiter } from './http/auth/rate-limiter.ts';
import type { Metrics } from './http/metrics/index.ts';
import { createOrigins } from './http/origins.ts';
import { createLoad } from './http/plugins/overload.ts';
import { createResponseCache } from './http/response-store.ts';
import type { Services } from './http/services.ts';
import { createBodyMemory } from './http/wire/body-memory.ts';
import { createBodySlots } from './http/wire/body-slots.ts';
import { acceptedLanguage } from './http/wire/languages.ts';
import { createJobs } from './jobs/index.ts';
import { createSharedCounters } from './limits/shared-counters.ts';
import { createMailer, mailFolderOf } from './mail/mailer.ts';
import { createNotifications } from './notifications/index.ts';
import type { Store } from './storage/store.ts';
import type { Clock } from './system/clock.ts';
import { createDisks } from './system/disk.ts';
import { createPageMeasure } from './views/page/size.ts';
import type { Visits } from './visits/index.ts';
import { cacheSegments } from './visits/read/segment-cache.ts';
import { plainAddress } from './visits/record/address.ts';
import { describeAgent } from './visits/record/agents.ts';
import { countryName, type Geography } from './visits/record/geography.ts';

export interface AppDependencies {
  config: Config;
  store: Store;
  files: FileStorage;
  clock: Clock;
  geography: Geography;
  visits: Visits;
  logger: FastifyBaseLogger;
  metrics?: Metrics | undefined;
  /** Where the built dashboard is, if not in web/dist. */
  dashboardFolder?: string | undefined;
  /** How passwords are hashed, if not in a thread. */
  passwords?: Passwords | undefined;
}

/** Jobs have most of STOP_TIMEOUT_SECONDS to end, then the store is closed. */
const JOBS_STOP_MS_PER_SECOND = 800;

/** As the pages app has them; the dashboard app replaces `site` and the address of the pages. */
export function createServices(dependencies: AppDependencies): Services {
  const { config, store, files, clock, geography, visits, passwords } = dependencies;
  const sharedCounters = createSharedCounters(store);
  const limiter = (name: string) => createRateLimiter(clock, { store, sharedCounters, name });
  const resolver = createPageResolver(store);
  const publicAccounts = createPublicAccounts(store);
  const keys = createKeyAccess(store);
  const shares = createShareAccess(store);
  const answers = createResponseCache({ store, clock });
  const origins = createOrigins(config);
  const folder = mailFolderOf(config);
  const { smtpUrl, mailFrom: from, signup, authSecret, provider } = config;
  const times = { stopMs: config.stopTimeoutSeconds * JOBS_STOP_MS_PER_SECOND };
  const jobs = createJobs({ store, clock, logger: dependencies.logger, times });
  const mailer = createMailer({ smtpUrl, from, folder });
  const signIn = createSignIn({ store, clock, sharedCounters, jobs, signup, authSecret, provider, origins, passwords });
  const { secret } = signIn;
  const notifications = createNotifications({ jobs, clock, secret });
  const exports = createExports({ store, files, clock, jobs, secret });
  const caches: Services['caches'] = new Map([['places', cachedPlaces]]);
  caches.set('usernames', resolver.figures);
  caches.set('public_accounts', publicAccounts.figures);
  caches.set('keys', keys.figures);
  caches.set('shares', shares.figures);
  caches.set('sessions', signIn.sessions.figures);
  caches.set('answers', answers.figures);
  if (config.visitCacheBytes > 0) caches.set('visits', cacheSegments(store, config.visitCacheBytes));
  const startup = { isComplete: true };
  const disks = createDisks({
    data: config.dataDir,
    ...(store.dialect.folder !== undefined &&
      store.dialect.folder !== config.dataDir && { database: store.dialect.folder }),
  });
  dependencies.metrics?.measureServices({ caches, startup, disks, mailer });
  return {
    startup,
    disks,
    site: config.isOneOrigin ? 'both' : 'pages',
    origins,
    config,
    store,
    jobs,
    mailer,
    files,
    clock,
    visits,
    resolver,
    publicAccounts,
    keys,
    shares,
    signIn,
    notifications,
    exports,
    quotas: quotasOfStandardPlan(config),
    measure: createPageMeasure(config.publicUrl),
    actorOf,
    placeOf,
    licenceOfPlaces: () => geography.licence(),
    caches,
    answers,
    load: createLoad(config),
    limiters: { key: limiter('key'), session: limiter('session'), share: limiter('share') },
    limiter,
    sharedCounters,
    bodyMemory: createBodyMemory(),
    importSlots: createBodySlots(),
    previewSlots: createBodySlots({ maxPerAccount: 2 }),
    uploadSlots: createBodySlots(),
  };

  function cachedPlaces() {
    const { hits, misses, kept: entries } = geography.figures();
    return { hits, misses, entries };
  }

  async function placeOf(ip: string) {
    const { country, city } = await geography.locate(ip);
    const isKnown = city !== '' && !city.startsWith('Unknown');
    return {
      country: country === 'xx' ? null : countryName(country),
      city: isKnown ? city.replace(/, [A-Z]{2}$/, '') : null,
    };
  }

  async function actorOf(request: FastifyRequest): Promise<Actor> {
    const ip = plainAddress(request.ip);
    const { country } = await geography.locate(ip);
    const { os, browser } = describeAgent(request.headers['user-agent']);
    return {
      ip,
      os,
      browser,
      country: country === 'xx' ? '' : countryName(country),
      countryCode: country === 'xx' ? '' : country,
      language: acceptedLanguage(request.headers['accept-language']),
    };
  }
}
