// What both apps begin with: the server with its limits, what every request passes, in this order, and the API.
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { ApiError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { routeNames } from '../contract/route-names.ts';
import { apiRoutes } from './http/api/v1/index.ts';
import { connectionsPlugin } from './http/plugins/connections.ts';
import { errorsPlugin, sendApiError } from './http/plugins/errors.ts';
import { headersPlugin, putCommonHeaders } from './http/plugins/headers.ts';
import { notFoundPlugin } from './http/plugins/not-found.ts';
import { openapiPlugin } from './http/plugins/openapi.ts';
import { overloadPlugin } from './http/plugins/overload.ts';
import { requestLogPlugin } from './http/plugins/request-log.ts';
import { urlLengthPlugin } from './http/plugins/url-length.ts';
import type { Services } from './http/services.ts';
import { healthRoutes } from './http/site/health.ts';
import { commonHeaders } from './http/wire/common-headers.ts';
import { trustedProxies } from './http/wire/raw-request.ts';
import { answerClientError, serverFactory } from './http/wire/server.ts';
import type { AppDependencies } from './services.ts';
import { creditFor } from './views/credit.ts';

export async function createBaseApp(dependencies: AppDependencies, services: Services): Promise<FastifyInstance> {
  const { store, geography, logger, metrics } = dependencies;
  const { config, site, origins, load } = services;
  const common = commonHeaders(config.rateLimit);
  const server = Fastify<Server>({
    serverFactory: serverFactory(config, load.turns),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    trustProxy: trustedProxies(config.trustProxy),
    genReqId: requestId,
    // Longer than any URL that gets this far, so that a long URL is reported as too long.
    routerOptions: { maxParamLength: limits.headerBytes },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, _request, reply) => {
      putCommonHeaders(reply, common);
      sendApiError(new ApiError('malformed', 'The URL is not valid.', { cause: error }), reply);
    },
    schemaController: { compilersFactory: { buildValidator: refuseSchemas } },
    forceCloseConnections: 'idle',
    // Requests that arrive during a stop are answered normally.
    return503OnClosing: false,
    // STOP_TIMEOUT_SECONDS limits a stop. Fastify would give up after ten seconds.
    pluginTimeout: 0,
  });
  server.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  server.setSerializerCompiler(() => JSON.stringify);

  server.addHook('onRoute', ({ url }) => {
    const name = url.split('/')[1];
    // No page is at the dashboard's origin.
    if (site !== 'dashboard' && name && !/^[:*]/.test(name) && !routeNames.has(name)) {
      throw new Error(`"${name}" could be a username: add it to contract/route-names.ts`);
    }
  });
  server.addHook('onListen', async () => {
    origins.listens(site, (server.server.address() as AddressInfo).port);
  });

  await server.register(connectionsPlugin, { stopTimeoutSeconds: config.stopTimeoutSeconds });
  await server.register(requestLogPlugin);
  metrics?.measureApp(server);
  await server.register(headersPlugin, { common });
  await server.register(errorsPlugin, { isUnavailable: (error) => store.isUnavailable(error) });
  await server.register(urlLengthPlugin);
  await server.register(overloadPlugin, { load, exempt: new Set(['/health', '/ready']) });
  await server.register(notFoundPlugin);
  await server.register(openapiPlugin, { credit: () => creditFor(geography.licence()) });

  await server.register((api) => apiRoutes(api, services), { prefix: '/api/v1' });
  server.get('/api/v1/openapi.json', async (_request, reply) => {
    reply.header('Cache-Control', 'public, max-age=300').type('application/json; charset=utf-8');
    return reply.send(server.apiDocumentJson());
  });
  await server.register(healthRoutes, services);
  return server;
}

/** Accepts the caller's id if it is well-formed, so that a request can be traced across services. */
function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : nextId();
}

/** A random UUID whose last part is a counter: unique, and much cheaper than a random UUID per request. */
const ownId = randomUUID().slice(0, 24);
let ids = 0;
function nextId(): string {
  ids += 1;
  return ownId + ids.toString(16).padStart(12, '0');
}

/** Requests are validated in `http/api/validation.ts`, for the routes of the API. A schema elsewhere would check nothing. */
function refuseSchemas(): never {
  throw new Error('Only routes of the API may have request schemas');
}
