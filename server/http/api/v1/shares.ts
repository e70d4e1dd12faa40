// Links to shared statistics: read-only, revocable, and only a hash of each token is stored.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from 'typebox';
import { invalid } from '../../../../contract/errors.ts';
import { IdPath, listing as listingOf, PageParameters, success } from '../../../../contract/schemas/common.ts';
import { Share, ShareCreated, ShareCreation } from '../../../../contract/schemas/sharing.ts';
import { instantIn, timestamp } from '../../../../contract/time.ts';
import { createShare, type NewShare, noSuchShare, removeShare } from '../../../domain/analytics/shares.ts';
import { findShare, pageOfShares } from '../../../storage/accounts/statistics-shares.ts';
import { findLinkBySlug, findLinks } from '../../../storage/page/links.ts';
import type { StatisticsShareRow } from '../../../storage/sharing-tables.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Services } from '../../services.ts';
import { SHARED_PATH } from '../../site/shared-path.ts';
import { listing, pageRequest } from '../listing.ts';
import type { WrittenRecord } from '../record-headers.ts';
import { recordStore, type ShownOnce } from '../record-writes.ts';

export const shareRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, store, clock, origins, actorOf } = services;

  async function slugsOf(db: Executor, accountId: number, shares: readonly StatisticsShareRow[]) {
    const ids = shares.flatMap(({ link_id }) => link_id ?? []);
    const links = ids.length === 0 ? [] : await findLinks(db, accountId, ids);
    return new Map(links.map(({ id, slug }) => [id, slug]));
  }

  const written: WrittenRecord = {
    schema: success(Share),
    isListed: true,
    async read({ caller: { accountId } }, db, id) {
      const share = await findShare(db, accountId, id!);
      if (!share) throw noSuchShare();
      return { status: true, response: presentShare(share, await slugsOf(db, accountId, [share])) };
    },
  };

  app.get(
    '/analytics/shares',
    {
      config: { cache: 'account' },
      schema: {
        tags: ['Analytics'],
        operationId: 'listShares',
        summary: 'List shared statistics',
        description: 'The links to shared statistics of the account, newest first. Tokens are never shown again.',
        querystring: PageParameters,
        response: { 200: listingOf(Share) },
      },
    },
    async (request) => {
      const { accountId } = request.caller;
      const wanted = pageRequest(request.query);
      const page = await pageOfShares(store.read, accountId, wanted);
      const slugs = await slugsOf(store.read, accountId, page.rows);
      return listing(request, config, wanted, page, (share) => presentShare(share, slugs));
    },
  );

  app.post(
    '/analytics/shares',
    {
      config: { writes: true, written, creates: 'record' },
      schema: {
        tags: ['Analytics'],
        operationId: 'shareStatistics',
        summary: 'Share statistics',
        description:
          'Makes a read-only link to the statistics of the account, or of one link. The link and its token are shown only in this response, and are null if it is repeated for the same `Idempotency-Key`. Whoever has them can read views, clicks, link statistics, breakdowns and series; never visitors, events or settings. Search engines do not index the page.',
        body: ShareCreation,
        response: { 200: success(ShareCreated) },
      },
    },
    async (request) => {
      const { accountId } = request.caller;
      const { name, link_slug = null, expires_at } = request.body;
      const at = clock();
      const expiresAt = expires_at == null ? null : instantIn(expires_at);
      if (expiresAt !== null && expiresAt <= at) throw invalid({ expires_at: ['The expiry must be in the future.'] });
      const linkId = link_slug === null ? null : await linkIn(accountId, link_slug);
      const actor = await actorOf(request);
      const wanted = { name, linkId, expiresAt };
      const withoutSecrets = (created: NewShare) => ({ ...created, token: null });
      const once = recordStore(store, request, { payload: wanted, at, withoutSecrets });
      const share: ShownOnce<NewShare, 'token'> = await createShare(once, accountId, wanted, actor, at);
      const { id, token, hint } = share;
      const shared = `The statistics are shared as "${name}".`;
      const message =
        token === null
          ? `${shared} The link was shown only in the first response to this Idempotency-Key.`
          : `${shared} Copy the link now: it is not shown again.`;
      const link = token === null ? null : origins.dashboardLink(`${SHARED_PATH}/${token}`);
      return { status: true as const, response: { id, link, token, hint, message } };
    },
  );

  app.post(
    '/analytics/shares/:id/delete',
    {
      config: { writes: true, record: Share },
      preValidation: async ({ params, caller }) => {
        const { id } = params as Static<typeof IdPath>;
        if (!(await findShare(store.read, caller.accountId, id))) throw noSuchShare();
      },
      schema: {
        tags: ['Analytics'],
        operationId: 'deleteShare',
        summary: 'Stop sharing statistics',
        description: 'The link and its token stop working within a second.',
        params: IdPath,
        response: { 200: success(Type.String()) },
      },
    },
    async (request) => {
      await removeShare(store, request.caller.accountId, request.params.id, await actorOf(request), clock());
      return { status: true as const, response: 'The statistics are no longer shared with this link.' };
    },
  );

  async function linkIn(accountId: number, slug: string): Promise<number> {
    const link = await findLinkBySlug(store.read, accountId, slug);
    if (!link) throw invalid({ link_slug: ['This account has no link with that slug.'] });
    return link.id;
  }
};

function presentShare(share: StatisticsShareRow, slugs: ReadonlyMap<number, string>): Static<typeof Share> {
  return {
    id: share.id,
    name: share.name,
    link_slug: share.link_id === null ? null : (slugs.get(share.link_id) ?? null),
    hint: share.hint,
    expires_at: share.expires_at === null ? null : timestamp(share.expires_at),
    created_at: timestamp(share.created_at),
  };
}
