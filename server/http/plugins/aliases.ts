// PATCH and DELETE on a resource's path, for clients that expect them: aliases of POST and `POST …/delete`, with the
// same handler, schema, hooks and configuration.
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifySchema {
    /** The operation that this one is an alias of. The client and the reference omit aliases. */
    'x-alias-of'?: string;
  }
}

type RegisteredRoute = RouteOptions & { routePath: string };

const DELETION = '/delete';

export const aliasesPlugin = fp(async (app: FastifyInstance) => {
  app.addHook('onRoute', function (this: FastifyInstance, route) {
    const alias = aliasOf(route);
    if (alias) this.route(alias);
  });
});

function aliasOf(route: RegisteredRoute): RouteOptions | undefined {
  const { method, routePath: url, schema } = route;
  const { operationId = '' } = schema ?? {};
  if (method !== 'POST' || !schema) return undefined;
  if (operationId.startsWith('edit')) {
    return { ...route, method: 'PATCH', url, schema: aliasSchema(schema, 'Patch', route.url) };
  }
  if (!operationId.startsWith('delete') || !url.endsWith(DELETION)) return undefined;
  const own = url.slice(0, -DELETION.length);
  return { ...route, method: 'DELETE', url: own, schema: aliasSchema(schema, 'Delete', route.url) };
}

function aliasSchema(schema: FastifySchema, method: 'Patch' | 'Delete', url: string): FastifySchema {
  const { operationId = '' } = schema;
  return {
    ...schema,
    operationId: `${operationId}With${method}`,
    description: `The same as \`POST ${url.replace(/:(\w+)/g, '{$1}')}\`.`,
    'x-alias-of': operationId,
  };
}
