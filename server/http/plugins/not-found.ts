// An address that nothing answers at: unknown, or known with another method. OPTIONS on a known one is a browser's
// question before it lets a web app use a key.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from '../../../contract/errors.ts';
import { sendRefusal } from './errors.ts';

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

  // Routing falls back from a fixed path to one with a parameter where the method differs; /pixels/template is no id.
  app.addHook('onRequest', (request, _reply, done) => {
    const methods = request.routeOptions.url?.includes(':') ? methodsByUrl.get(pathOf(request)) : undefined;
    done(methods && !methods.has(request.method) ? otherMethod(methods) : undefined);
  });

  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(pathOf(request));
    if (!methods) return sendRefusal(new Refusal('not_found'), request, reply);
    if (request.method === 'OPTIONS') return reply.code(204).header('Allow', allowed(methods)).send();
    return sendRefusal(otherMethod(methods), request, reply);
  });
});

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0]!;
}

function allowed(methods: Set<string>): string {
  return [...methods, 'OPTIONS'].join(', ');
}

function otherMethod(methods: Set<string>): Refusal {
  const message = `This address takes ${[...methods].join(', ')} only.`;
  return new Refusal('method_not_allowed', message, { headers: { Allow: allowed(methods) } });
}
