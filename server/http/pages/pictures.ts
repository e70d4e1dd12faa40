// The generated pictures. An SVG is drawn on every request: that is cheaper than a cache. URLs of an account's pictures
// contain its public token, and answer 404 while it is suspended.

import type {} from '@fastify/swagger';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { drawShareImage } from '../../pictures/index.ts';
import type { PublicAccount } from '../../storage/accounts/account-tokens.ts';
import { avatarPicture, thumbnailPicture } from '../../views/pictures.ts';
import type { Services } from '../services.ts';
import { faviconRoutes } from '../site/favicon.ts';
import { idOf, sendPlainly } from '../site/plain-text.ts';
import { etagOf, sendConditionally } from '../wire/conditional.ts';
import { createImageCache } from './image-cache.ts';

type PicturesOptions = Pick<Services, 'publicAccounts' | 'caches'>;

/** Names can change at any time. Pictures drawn from an id change only with a new version. */
const cacheNamed = 'public, max-age=300';
const cacheNumbered = 'public, max-age=86400';
const SHARE_IMAGE_BYTES = 16 * 1024 * 1024;
const TOKEN = /^[\w-]{22}$/;
const hidden = { schema: { hide: true } };

interface Named {
  Params: { file: string };
}

export const picturesRoutes: FastifyPluginAsync<PicturesOptions> = async (app, { publicAccounts, caches }) => {
  const shareImages = createImageCache(SHARE_IMAGE_BYTES);
  caches.set('share_images', shareImages.figures);
  await app.register(faviconRoutes);

  app.get<Named>('/pictures/avatar/:file', hidden, async (request, reply) => {
    const account = await accountOf(request.params.file, '.svg');
    if (!account) return missing(reply);
    return sendSvg(request, reply, cacheNamed, avatarPicture(account.accountId, account.name));
  });

  app.get<Named>('/pictures/share/:file', hidden, async (request, reply) => {
    const account = await accountOf(request.params.file, '.jpg');
    if (!account) return missing(reply);
    const { accountId, username, name, bio } = account;
    const card = { accountId, username, name, bio };
    const { bytes, etag } = await shareImages.imageOf(JSON.stringify(card), () => drawShareImage(card));
    reply.type('image/jpeg').headers({ ...headers, 'cache-control': cacheNamed });
    return sendConditionally(request, reply, etag, bytes);
  });

  async function accountOf(file: string, ending: string): Promise<PublicAccount | undefined> {
    const token = file.slice(0, -ending.length);
    return file.endsWith(ending) && TOKEN.test(token) ? publicAccounts.find(token) : undefined;
  }

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
