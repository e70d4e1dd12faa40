// An address that nothing answers at: unknown, or known with another method. OPTIONS on a known one is a browser's
// question before it lets a web app use a key.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from '../../../contract/errors.ts';

export const notFoundPlugin = fp(async (app: FastifyInstance) => {
  const methodsByUrl = new Map<string, Set<string>>();
  let patterns: { pattern: RegExp; methods: Set<string> }[] | undefined;

  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set();
    for (const name of [method].flat()) methods.add(name);
    methodsByUrl.set(url, methods);
    patterns = undefined;
  });

  /** The fixed path wins over the one with a parameter, as it does in routing. */
  function methodsAt(path: string): Set<string> | undefined {
    patterns ??= [...methodsByUrl].map(([url, methods]) => ({
      pattern: new RegExp(`^${url.replaceAll('.', '\\.').replace(/:[a-z_]+/g, '[^/]+')}$`),
      methods,
    }));
    return methodsByUrl.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.methods;
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) {
      const methods = methodsAt(pathOf(request));
      // Here and not in the handler, which comes after the body: what is wrong with that is told where it is awaited.
      if (request.method !== 'OPTIONS' || !methods)
        return done(methods ? otherMethod(methods) : new Refusal('not_found'));
      return reply.code(204).header('Allow', allowed(methods)).send();
    }
    // Routing falls back from a fixed path to one with a parameter where the method differs; /pixels/template is no id.
    const methods = request.routeOptions.url?.includes(':') ? methodsByUrl.get(pathOf(request)) : undefined;
    done(methods && !methods.has(request.method) ? otherMethod(methods) : undefined);
  });
});

/** As routing reads it: needless escapes undone. */
function pathOf({ url }: FastifyRequest): string {
  const path = url.split('?', 1)[0]!;
  return path.includes('%') ? decodeURI(path) : path;
}

function allowed(methods: Set<string>): string {
  return [...methods, 'OPTIONS'].join(', ');
}

function otherMethod(methods: Set<string>): Refusal {
  const message = `This address takes ${[...methods].join(', ')} only.`;
  return new Refusal('method_not_allowed', message, { headers: { Allow: allowed(methods) } });
}
