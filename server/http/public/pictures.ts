// Doors to the generated pictures. A picture is drawn from its number on every request, which costs less than a look-up
// in a cache would save; names come from whoever knows them.

import type {} from '@fastify/swagger';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { avatarPicture, sharePicture, thumbnailPicture } from '../../views/pictures.ts';
import { etagOf, sendConditionally } from '../conditional.ts';

export interface PicturesOptions {
  findName(accountId: number): Promise<{ name: string; bio: string } | undefined>;
}

/** A name may change at any time; what is drawn from a number alone changes only with a new version. */
const cacheNamed = 'public, max-age=300';
const cacheNumbered = 'public, max-age=86400';

interface Named {
  Params: { file: string };
}

export const picturesRoutes: FastifyPluginAsync<PicturesOptions> = async (app, { findName }) => {
  app.get<Named>('/pictures/avatar/:file', hidden, async (request, reply) => {
    const id = numberOf(request.params.file);
    const account = id && (await findName(id));
    if (!account) return missing(reply);
    return send(request, reply, cacheNamed, avatarPicture(id, account.name));
  });

  app.get<Named>('/pictures/share/:file', hidden, async (request, reply) => {
    const id = numberOf(request.params.file);
    const account = id && (await findName(id));
    if (!account) return missing(reply);
    return send(request, reply, cacheNamed, sharePicture(id, account.name, account.bio));
  });

  app.get<Named>('/pictures/thumbnail/:file', hidden, async (request, reply) => {
    const id = numberOf(request.params.file);
    if (!id) return missing(reply);
    return send(request, reply, cacheNumbered, thumbnailPicture(id));
  });
};

const hidden = { schema: { hide: true } };

function numberOf(file: string): number | undefined {
  const id = Number(/^([1-9]\d{0,15})\.svg$/.exec(file)?.[1]);
  return Number.isSafeInteger(id) ? id : undefined;
}

function send(request: FastifyRequest, reply: FastifyReply, cacheControl: string, picture: string) {
  reply.type('image/svg+xml; charset=utf-8').headers({
    'cache-control': cacheControl,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  return sendConditionally(request, reply, etagOf(picture), picture);
}

function missing(reply: FastifyReply) {
  return reply
    .code(404)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('text/plain; charset=utf-8')
    .send('There is no such picture.\n');
}
