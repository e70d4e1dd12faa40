// The JSON Schema of page documents, for editors.
import type {} from '@fastify/swagger';
import type { FastifyPluginAsync } from 'fastify';
import { documentSchema, documentSchemaPath } from '../../../contract/page/document-schema.ts';
import { etagOf, sendConditionally } from '../wire/conditional.ts';

export const pageSchemaRoutes: FastifyPluginAsync = async (app) => {
  let made: { schema: Buffer; etag: string } | undefined;
  app.get(documentSchemaPath, { schema: { hide: true } }, async (request, reply) => {
    reply.type('application/schema+json; charset=utf-8').headers({
      'Cache-Control': 'public, max-age=3600',
      'Access-Control-Allow-Origin': '*',
    });
    made ??= makeSchema();
    return sendConditionally(request, reply, made.etag, made.schema);
  });
};

function makeSchema() {
  const schema = Buffer.from(JSON.stringify(documentSchema()));
  return { schema, etag: etagOf(schema) };
}
