// The house on one page: what a request passes, in this order, and what answers at which address.
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { Refusal } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { routeNames } from '../contract/route-names.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Actor } from './domain/accounts/actor.ts';
import { createKeyAccess } from './domain/accounts/key-access.ts';
import { createPublicAccounts } from './domain/accounts/public-accounts.ts';
import { createPageResolver } from './domain/page/page-resolver.ts';
import { standardAllowance } from './domain/plans/allowance.ts';
import type { Vault } from './files/vault.ts';
import { apiRoutes } from './http/api/v1/index.ts';
import type { Metrics } from './http/metrics/index.ts';
import { codesRoutes } from './http/pages/codes.ts';
import { contactCardRoutes } from './http/pages/contact-card.ts';
import { picturesRoutes } from './http/pages/pictures.ts';
import { uploadsRoutes } from './http/pages/uploads.ts';
import { doorsRoutes } from './http/pages/visitor-routes.ts';
import { connectionsPlugin } from './http/plugins/connections.ts';
import { errorsPlugin, sendRefusal } from './http/plugins/errors.ts';
import { headersPlugin, putCommonHeaders } from './http/plugins/headers.ts';
import { notFoundPlugin } from './http/plugins/not-found.ts';
import { openapiPlugin } from './http/plugins/openapi.ts';
import { overloadPlugin } from './http/plugins/overload.ts';
import { requestLogPlugin } from './http/plugins/request-log.ts';
import { urlLengthPlugin } from './http/plugins/url-length.ts';
import type { Services } from './http/services.ts';
import { assetsRoutes } from './http/site/assets.ts';
import { crawlersRoutes } from './http/site/crawlers.ts';
import { healthRoutes } from './http/site/health.ts';
import { pageSchemaRoutes } from './http/site/page-schema.ts';
import { referenceRoutes } from './http/site/reference.ts';
import { baseUrl } from './http/wire/base-url.ts';
import { commonHeaders } from './http/wire/common-headers.ts';
import { trustedProxies } from './http/wire/raw-request.ts';
import { answerClientError, serverFactory } from './http/wire/server.ts';
import type { Store } from './storage/store.ts';
import { creditFor } from './views/credit.ts';
import { createPageMeasure } from './views/page/size.ts';
import type { Visits } from './visits/index.ts';
import { plainAddress } from './visits/record/address.ts';
import { describeAgent } from './visits/record/agents.ts';
import { countryName, type Geography } from './visits/record/geography.ts';

export interface AppDependencies {
  config: Config;
  store: Store;
  files: Vault;
  clock: Clock;
  geography: Geography;
  visits: Visits;
  logger: FastifyBaseLogger;
  metrics?: Metrics | undefined;
}

/** Only where somebody measures: it would take its part of every start, and of every request. */
export async function openMetrics({ metricsPort }: Config): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined;
  const { createMetrics } = await import('./http/metrics/index.ts');
  return createMetrics();
}

export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const { config, store, files, clock, geography, visits, logger, metrics } = dependencies;
  const resolver = createPageResolver(store);
  const publicAccounts = createPublicAccounts(store);
  const keys = createKeyAccess(store);
  const caches: Services['caches'] = new Map([['places', placesKept]]);
  caches.set('usernames', resolver.figures);
  caches.set('public_accounts', publicAccounts.figures);
  caches.set('keys', keys.figures);
  const measure = createPageMeasure(config.publicUrl);
  const services: Services = {
    config,
    store,
    files,
    clock,
    visits,
    resolver,
    publicAccounts,
    keys,
    allowance: standardAllowance(config),
    measure,
    actorOf,
    caches,
  };
  const common = commonHeaders(config.rateLimit);
  const server = Fastify<Server>({
    serverFactory: serverFactory(config),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    trustProxy: trustedProxies(config.trustProxy),
    genReqId: requestId,
    // Longer than any URL that gets this far, so that its length is told as what it is.
    routerOptions: { maxParamLength: limits.headerBytes },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, _request, reply) => {
      putCommonHeaders(reply, common);
      sendRefusal(new Refusal('malformed', 'The URL is not a valid one.', { cause: error }), reply);
    },
    schemaController: { compilersFactory: { buildValidator: refuseSchemas } },
    forceCloseConnections: 'idle',
    // What still arrives while the service stops is answered like everything before it.
    return503OnClosing: false,
    // How long a stop may take is STOP_TIMEOUT_SECONDS; Fastify would give up on it after ten.
    pluginTimeout: 0,
  });
  server.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  server.setSerializerCompiler(() => JSON.stringify);

  server.addHook('onRoute', ({ url }) => {
    const name = url.split('/')[1];
    if (name && !name.startsWith(':') && !routeNames.has(name)) {
      throw new Error(`An account may be called "${name}": put it into contract/route-names.ts`);
    }
  });

  await server.register(connectionsPlugin, { stopTimeoutSeconds: config.stopTimeoutSeconds });
  await server.register(requestLogPlugin);
  if (metrics) {
    const { metricsPlugin } = await import('./http/plugins/metrics.ts');
    await server.register(metricsPlugin, { metrics, caches, store });
  }
  await server.register(headersPlugin, { common });
  await server.register(errorsPlugin, { isUnavailable: (error) => store.isUnavailable(error) });
  await server.register(urlLengthPlugin);
  await server.register(overloadPlugin, {
    maxInFlight: config.maxInFlight,
    maxEventLoopDelayMs: config.maxEventLoopDelayMs,
    exempt: new Set(['/health', '/ready']),
  });
  await server.register(notFoundPlugin);
  const credit = () => creditFor(geography.licence());
  await server.register(openapiPlugin, { credit });

  await server.register((api) => apiRoutes(api, services), { prefix: '/api/v1' });
  server.get('/api/v1/openapi.json', async (_request, reply) => {
    reply.header('Cache-Control', 'public, max-age=300').type('application/json; charset=utf-8');
    return reply.send(server.apiDocumentJson());
  });
  await server.register(referenceRoutes, {
    document: () => server.apiDocument(),
    origin: (request) => baseUrl(request, config),
    credit,
  });
  await server.register(picturesRoutes, services);
  await server.register(codesRoutes, services);
  await server.register(contactCardRoutes, services);
  await server.register(crawlersRoutes, services);
  await server.register(pageSchemaRoutes);
  await server.register(assetsRoutes);
  await server.register(uploadsRoutes, services);
  await server.register(healthRoutes, services);
  server.get('/', async (_request, reply) => reply.redirect('/docs'));
  await server.register(doorsRoutes, services);

  await server.ready();
  return server;

  function placesKept() {
    const { hits, misses, kept: entries } = geography.figures();
    return { hits, misses, entries };
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
    };
  }
}

/** A caller's own id is taken over if it is harmless, so that a request can be followed through several services. */
function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : nextId();
}

/** Unique, and much cheaper than as many random ones: a random UUID whose last part is a count. */
const ownId = randomUUID().slice(0, 24);
let ids = 0;
function nextId(): string {
  ids += 1;
  return ownId + ids.toString(16).padStart(12, '0');
}

/** Requests are validated in `http/validation.ts`, for the routes of the API. A schema elsewhere would check nothing. */
function refuseSchemas(): never {
  throw new Error('Only routes of the API may have request schemas');
}
