// An address that nothing answers at: unknown, or known with another method. OPTIONS on a known one is a browser's
// question before it lets a web app use a key.
import type { FastifyInstance } from 'fastify';
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

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]!;
    const methods = methodsAt(path);
    if (!methods) return sendRefusal(new Refusal('not_found'), request, reply);
    const allow = [...methods, 'OPTIONS'].join(', ');
    if (request.method === 'OPTIONS') return reply.code(204).header('Allow', allow).send();
    const refusal = new Refusal('method_not_allowed', `This address takes ${[...methods].join(', ')} only.`, {
      headers: { Allow: allow },
    });
    return sendRefusal(refusal, request, reply);
  });
});
