// An address that nothing answers at: unknown, or known with another method. OPTIONS on a known one is a browser's
// question before it lets a web app use a key. What begins like an address of ours is none of an account's, though a page
// has an address of the same form. A path that ends in * answers for all paths without a route, but those of the API.
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from '../../../contract/errors.ts';
import { routeNames } from '../../../contract/route-names.ts';
import { pathOf } from '../wire/path.ts';

export const notFoundPlugin = fp(async (app: FastifyInstance) => {
  const methodsByUrl = new Map<string, Set<string>>();
  let patterns: { pattern: RegExp; isAccounts: boolean; isForFiles: boolean; methods: Set<string> }[] | undefined;

  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsByUrl.set(url, methods);
    patterns = undefined;
  });

  /** The fixed path wins over the one with a parameter, as it does in routing. */
  function methodsAt(path: string): Set<string> | undefined {
    patterns ??= [...methodsByUrl]
      .sort(([one], [other]) => parametersIn(one) - parametersIn(other) || wildcardsIn(one) - wildcardsIn(other))
      .map(([url, methods]) => ({
        pattern: new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`),
        isAccounts: isAccounts(url),
        isForFiles: isForFiles(url),
        methods,
      }));
    const fixed = methodsByUrl.get(path);
    if (fixed) return fixed;
    const ours = isOurs(path);
    const isApi = isApiPath(path);
    return patterns.find(
      ({ pattern, isAccounts, isForFiles }) => !(ours && isAccounts) && !(isApi && isForFiles) && pattern.test(path),
    )?.methods;
  }

  function isOurs(path: string): boolean {
    return routeNames.has(path.split('/', 2)[1]!);
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 || (isForFiles(request.routeOptions.url) && isApiPath(pathOf(request)))) {
      const methods = methodsAt(pathOf(request));
      // Here and not in the handler, which comes after the body: what is wrong with that is told where it is awaited.
      if (request.method !== 'OPTIONS' || !methods)
        return done(methods ? otherMethod(methods) : new Refusal('not_found'));
      return reply.code(204).header('Allow', allowed(methods)).send();
    }
    // Routing falls back from a fixed path to one with a parameter where the method differs, or where there is no such
    // fixed path: /pixels/template is no id, and /api no account.
    const { url } = request.routeOptions;
    if (!url?.includes(':')) return done();
    const path = pathOf(request);
    if (isAccounts(url) && isOurs(path)) {
      const methods = methodsAt(path);
      return done(methods ? otherMethod(methods) : new Refusal('not_found'));
    }
    const methods = isAccounts(url) ? methodsByUrl.get(path) : methodsAt(path);
    done(methods && !methods.has(request.method) ? otherMethod(methods) : undefined);
  });
});

/** Whether it begins with the name of an account. */
function isAccounts(url: string): boolean {
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

function otherMethod(methods: Set<string>): Refusal {
  const message = `This address takes ${[...methods].join(', ')} only.`;
  return new Refusal('method_not_allowed', message, { headers: { Allow: allowed(methods) } });
}
