// The generated pictures. An SVG is drawn on every request, which costs less than a cache would save.

import type {} from '@fastify/swagger';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { drawShareImage } from '../../pictures/index.ts';
import { avatarPicture, thumbnailPicture } from '../../views/pictures.ts';
import { etagOf, sendConditionally } from '../conditional.ts';
import type { Services } from '../services.ts';
import { faviconRoutes } from './favicon.ts';
import { createImageCache } from './image-cache.ts';
import { idOf, sendPlainly } from './plain.ts';

export interface PicturesOptions {
  findName(accountId: number): Promise<{ username: string; name: string; bio: string } | undefined>;
  caches: Services['caches'];
}

/** A name may change at any time; what is drawn from a number alone changes only with a new version. */
const cacheNamed = 'public, max-age=300';
const cacheNumbered = 'public, max-age=86400';
const SHARE_IMAGE_BYTES = 16 * 1024 * 1024;
const hidden = { schema: { hide: true } };

interface Named {
  Params: { file: string };
}

export const picturesRoutes: FastifyPluginAsync<PicturesOptions> = async (app, { findName, caches }) => {
  const shareImages = createImageCache(SHARE_IMAGE_BYTES);
  caches.set('share_images', shareImages.figures);
  await app.register(faviconRoutes);

  app.get<Named>('/pictures/avatar/:file', hidden, async (request, reply) => {
    const id = numberOf(request.params.file, '.svg');
    const account = id && (await findName(id));
    if (!account) return missing(reply);
    return sendSvg(request, reply, cacheNamed, avatarPicture(id, account.name));
  });

  app.get<Named>('/pictures/share/:file', hidden, async (request, reply) => {
    const id = numberOf(request.params.file, '.jpg');
    const account = id && (await findName(id));
    if (!account) return missing(reply);
    const card = { accountId: id, username: account.username, name: account.name, bio: account.bio };
    const { bytes, etag } = await shareImages.imageOf(JSON.stringify(card), () => drawShareImage(card));
    reply.type('image/jpeg').headers({ ...headers, 'cache-control': cacheNamed });
    return sendConditionally(request, reply, etag, bytes);
  });

  app.get<Named>('/pictures/thumbnail/:file', hidden, async (request, reply) => {
    const id = numberOf(request.params.file, '.svg');
    if (!id) return missing(reply);
    return sendSvg(request, reply, cacheNumbered, thumbnailPicture(id));
  });
};

const headers = { 'cross-origin-resource-policy': 'cross-origin', 'x-content-type-options': 'nosniff' };

function numberOf(file: string, ending: string): number | undefined {
  return file.endsWith(ending) ? idOf(file.slice(0, -ending.length)) : undefined;
}

function sendSvg(request: FastifyRequest, reply: FastifyReply, cacheControl: string, picture: string) {
  reply.type('image/svg+xml; charset=utf-8').headers({
    ...headers,
    'cache-control': cacheControl,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
  return sendConditionally(request, reply, etagOf(picture), picture);
}

function missing(reply: FastifyReply) {
  return sendPlainly(reply, 404, 'There is no such picture.');
}
