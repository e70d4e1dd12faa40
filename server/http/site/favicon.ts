// The favicon of the service. Account pages use their own picture.
import type {} from '@fastify/swagger';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { drawPng } from '../../pictures/index.ts';
import { faviconIcon, faviconSvg } from '../../views/favicon.ts';
import { etagOf, sendConditionally } from '../wire/conditional.ts';

const hidden = { schema: { hide: true } };

export const faviconRoutes: FastifyPluginAsync = async (app) => {
  const svg = faviconSvg();
  let icon: Promise<Buffer> | undefined;
  app.get('/favicon.svg', hidden, async (request, reply) => send(request, reply, 'image/svg+xml', svg));
  app.get('/favicon.ico', hidden, async (request, reply) => {
    icon ??= makeIcon();
    return send(request, reply, 'image/x-icon', await icon);
  });

  async function makeIcon(): Promise<Buffer> {
    try {
      return await faviconIcon(drawPng);
    } catch (error) {
      icon = undefined;
      throw error;
    }
  }
};

function send(request: FastifyRequest, reply: FastifyReply, type: string, body: string | Buffer) {
  reply.type(type).headers({
    'cache-control': 'public, max-age=86400',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  return sendConditionally(request, reply, etagOf(body), body);
}
