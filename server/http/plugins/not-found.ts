// Paths without a route: 404 if unknown, 405 if known with another method. OPTIONS on a known path is a CORS preflight.
// The service's own prefixes are never account names, although page routes have the same pattern. A route that ends in *
// takes all paths without a route, except those of the API.
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { ApiError } from '../../../contract/errors.ts';
import { routeNames } from '../../../contract/route-names.ts';
import { pathOf } from '../wire/path.ts';

export const notFoundPlugin = fp(async (app: FastifyInstance) => {
  const methodsByUrl = new Map<string, Set<string>>();
  let patterns: { pattern: RegExp; isAccountPath: boolean; isForFiles: boolean; methods: Set<string> }[] | undefined;

  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsByUrl.set(url, methods);
    patterns = undefined;
  });

  /** A fixed path takes precedence over one with a parameter, and that over a wildcard, as in the router. */
  function methodsAt(path: string): Set<string> | undefined {
    patterns ??= [...methodsByUrl]
      .sort(([one], [other]) => wildcardsIn(one) - wildcardsIn(other) || parametersIn(one) - parametersIn(other))
      .map(([url, methods]) => ({
        pattern: new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`),
        isAccountPath: isAccountPath(url),
        isForFiles: isForFiles(url),
        methods,
      }));
    const fixed = methodsByUrl.get(path);
    if (fixed) return fixed;
    const reserved = isReserved(path);
    const isApi = isApiPath(path);
    return patterns.find(
      ({ pattern, isAccountPath, isForFiles }) =>
        !(reserved && isAccountPath) && !(isApi && isForFiles) && pattern.test(path),
    )?.methods;
  }

  function isReserved(path: string): boolean {
    return routeNames.has(path.split('/', 2)[1]!);
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 || (isForFiles(request.routeOptions.url) && isApiPath(pathOf(request)))) {
      const methods = methodsAt(pathOf(request));
      // Done in the hook because the handler runs after the body is read, and a 413 or 415 would take precedence.
      if (request.method !== 'OPTIONS' || !methods)
        return done(methods ? otherMethod(methods) : new ApiError('not_found'));
      return reply.code(204).header('Allow', allowed(methods)).send();
    }
    // The router falls back from a fixed path to one with a parameter if the method differs or the fixed path does not
    // exist: /pixels/template is not an id, and /api is not an account.
    const { url } = request.routeOptions;
    if (!url?.includes(':')) return done();
    const path = pathOf(request);
    if (isAccountPath(url) && isReserved(path)) {
      const methods = methodsAt(path);
      return done(methods ? otherMethod(methods) : new ApiError('not_found'));
    }
    const methods = isAccountPath(url) ? methodsByUrl.get(path) : methodsAt(path);
    done(methods && !methods.has(request.method) ? otherMethod(methods) : undefined);
  });
});

/** Whether the path starts with the name of an account. */
function isAccountPath(url: string): boolean {
  return url.startsWith('/:');
}

/** Whether it is the route for all other paths. */
function isForFiles(url: string | undefined): boolean {
  return url === '/*';
}

function isApiPath(path: string): boolean {
  return /^\/api(\/|$)/.test(path);
}

function wildcardsIn(url: string): number {
  return url.split('*').length;
}

function parametersIn(url: string): number {
  return url.split('/:').length;
}

function allowed(methods: Set<string>): string {
  return [...methods, 'OPTIONS'].join(', ');
}

function otherMethod(methods: Set<string>): ApiError {
  const message = `Only these methods are allowed here: ${[...methods].join(', ')}.`;
  return new ApiError('method_not_allowed', message, { headers: { Allow: allowed(methods) } });
}
