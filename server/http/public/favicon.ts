// The sign of the service itself. An account's page names its own picture instead.
import type {} from '@fastify/swagger';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { favicon, faviconSizes, iconFile } from '../../views/favicon.ts';
import type { Painter } from '../../views/pictures/painter.ts';
import { etagOf, sendConditionally } from '../conditional.ts';

const hidden = { schema: { hide: true } };

export const faviconRoutes: FastifyPluginAsync<{ painter: Painter }> = async (app, { painter }) => {
  let icon: Promise<Buffer> | undefined;

  app.get('/favicon.svg', hidden, async (request, reply) => send(request, reply, 'image/svg+xml', favicon));

  app.get('/favicon.ico', hidden, async (request, reply) => {
    icon ??= paintIcon().catch((error: unknown) => {
      icon = undefined;
      throw error;
    });
    return send(request, reply, 'image/x-icon', await icon);
  });

  async function paintIcon(): Promise<Buffer> {
    const pngs = faviconSizes.map(async (size) => ({ size, png: await painter.paint({ svg: favicon, width: size }) }));
    return iconFile(await Promise.all(pngs));
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
