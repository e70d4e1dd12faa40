// The generated pictures. An SVG is drawn on every request: that is cheaper than a cache. URLs of an account's pictures
// contain its public token, and answer 404 while it is suspended.

import { buffer } from 'node:stream/consumers';
import type {} from '@fastify/swagger';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { readUploadPath } from '../../../contract/page/uploads.ts';
import { pageOptions } from '../../domain/page/page-options.ts';
import { pageSettings } from '../../domain/page/page-settings.ts';
import { fileName } from '../../files/file-storage.ts';
import { drawShareImage } from '../../pictures/index.ts';
import type { PublicAccount } from '../../storage/accounts/account-tokens.ts';
import { shareCardOf } from '../../views/page/share-card.ts';
import type { ShareCard } from '../../views/pictures/share-card.ts';
import { avatarPicture, thumbnailPicture } from '../../views/pictures.ts';
import type { Services } from '../services.ts';
import { faviconRoutes } from '../site/favicon.ts';
import { idOf, sendPlainly } from '../site/plain-text.ts';
import { etagOf, sendConditionally } from '../wire/conditional.ts';
import { createImageCache } from './image-cache.ts';

type PicturesOptions = Pick<Services, 'publicAccounts' | 'caches' | 'files'>;

/** Names can change at any time. Pictures drawn from an id change only with a new version. */
const cacheNamed = 'public, max-age=300';
const cacheNumbered = 'public, max-age=86400';
const SHARE_IMAGE_BYTES = 16 * 1024 * 1024;
/** Up to 32 images wait to be drawn, each with two files. */
const MAX_FILE_BYTES = 2 * 1024 * 1024;
const TOKEN = /^[\w-]{22}$/;
const hidden = { schema: { hide: true } };

interface Named {
  Params: { file: string };
}

export const picturesRoutes: FastifyPluginAsync<PicturesOptions> = async (app, { publicAccounts, caches, files }) => {
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
    const card = cardOf(account);
    const { bytes, etag } = await shareImages.imageOf(JSON.stringify(card), async () =>
      drawShareImage(card, await filesOf(account, card)),
    );
    reply.type('image/jpeg').headers({ ...headers, 'cache-control': cacheNamed });
    return sendConditionally(request, reply, etag, bytes);
  });

  async function filesOf({ accountId }: PublicAccount, { avatar, picture }: ShareCard) {
    return { avatar: await contentOf(accountId, avatar), picture: await contentOf(accountId, picture) };
  }

  /** Undefined for a missing file, and for one that is too large. */
  async function contentOf(accountId: number, path: string | undefined): Promise<Uint8Array | undefined> {
    const upload = path === undefined ? undefined : readUploadPath(path);
    const opened = upload && (await files.read(fileName({ ...upload, accountId })));
    if (opened && opened.bytes <= MAX_FILE_BYTES) return buffer(opened.stream);
    opened?.stream.destroy();
    return undefined;
  }

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

function cardOf(account: PublicAccount): ShareCard {
  const { customize, background } = pageSettings({ ...account, seo: '{}', social: '{}' });
  return shareCardOf({ ...account, customize, background, language: pageOptions(account.pageOptions).language });
}

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
