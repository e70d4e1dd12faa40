// The links of a page: their slugs and targets.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { type AddressedAccount, pageUrl } from '../../../../contract/page/page-address.ts';
import { linkTarget } from '../../../../contract/page/targets.ts';
import { IdPath, listing as listingOf, PageParameters, success } from '../../../../contract/schemas/common.ts';
import { Link, LinkEdit, LinkSaved } from '../../../../contract/schemas/links.ts';
import { timestamp } from '../../../../contract/time.ts';
import { deletedLink, editLink, noSuchLink } from '../../../domain/links/link-changes.ts';
import { linkOf, linkState } from '../../../domain/links/links.ts';
import { captionIn } from '../../../domain/page/blocks/items.ts';
import { editPage } from '../../../domain/page/page-edit.ts';
import { findListedLink, type ListedLink, pageOfLinks } from '../../../storage/page/link-listing.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Clock } from '../../../system/clock.ts';
import { ownAccount } from '../../auth/own-account.ts';
import type { Services } from '../../services.ts';
import { baseUrl } from '../../wire/base-url.ts';
import { listing, pageRequest } from '../listing.ts';
import type { WrittenRecord } from '../record-headers.ts';
import { recordStore } from '../record-writes.ts';

export const linkRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, store, clock, actorOf, measure } = services;
  const find = async (request: FastifyRequest, db: Executor): Promise<ListedLink> => {
    const { id } = request.params as Static<typeof IdPath>;
    const link = await findListedLink(db, request.caller.accountId, id);
    if (!link) throw noSuchLink();
    return link;
  };

  async function presenting(request: FastifyRequest, db: Executor) {
    const origin = baseUrl(request, config);
    const account = await ownAccount(db, request);
    return (link: ListedLink) => presentLink(link, { origin, account, clock });
  }

  async function read(request: FastifyRequest, db: Executor) {
    const present = await presenting(request, db);
    return { status: true as const, response: present(await find(request, db)) };
  }
  const written: WrittenRecord = { schema: success(Link), read };

  app.get(
    '/links',
    {
      schema: {
        tags: ['Links'],
        operationId: 'listLinks',
        summary: 'List links',
        description: 'All links of the page, ordered by `id`. Deleted links are listed as long as they have clicks.',
        querystring: PageParameters,
        response: { 200: listingOf(Link) },
      },
    },
    async (request) => {
      const wanted = pageRequest(request.query);
      const present = await presenting(request, store.read);
      const page = await pageOfLinks(store.read, request.caller.accountId, wanted);
      return listing(request, config, wanted, page, present);
    },
  );

  app.get(
    '/links/:id',
    {
      preValidation: async (request: FastifyRequest) => {
        await find(request, store.read);
      },
      schema: {
        tags: ['Links'],
        operationId: 'getLink',
        summary: 'Get a link',
        description: 'The same record as in the list. Send its `ETag` as `If-Match` to edit it safely.',
        params: IdPath,
        response: { 200: success(Link) },
      },
    },
    (request) => read(request, store.read),
  );

  app.post(
    '/links/:id',
    {
      config: { writes: true, record: Link, written },
      preValidation: async (request: FastifyRequest) => {
        if ((await find(request, store.read)).deleted_at !== null) throw deletedLink();
      },
      schema: {
        tags: ['Links'],
        operationId: 'editLink',
        summary: 'Edit a link',
        description:
          'Changes the slugs or the target of a link. Fields that are not sent keep their values. A previous slug keeps redirecting to the link and cannot be used by another one until it is removed from `former_slugs`. The link keeps its clicks.',
        params: IdPath,
        body: LinkEdit,
        response: { 200: success(LinkSaved) },
      },
    },
    async (request) => {
      const { accountId, quotas } = request.caller;
      const { id } = request.params;
      const actor = await actorOf(request);
      const wanted = { accountId, actor, at: clock(), measure, quotas };
      await editPage(recordStore(store, request), wanted, (edit) => editLink(edit, id, request.body));
      return { status: true as const, response: { id, message: 'The link was changed.' } };
    },
  );
};

interface LinkContext {
  origin: string;
  account: AddressedAccount;
  clock: Clock;
}

function presentLink(link: ListedLink, { origin, account, clock }: LinkContext): Static<typeof Link> {
  const { item, deleted_at } = link;
  const stored = {
    ...link,
    deletedAt: deleted_at,
    settings: item?.settings ?? null,
    blockSettings: item?.blockSettings ?? null,
  };
  const updatedAt = item?.updated_at ?? deleted_at;
  return {
    id: link.id,
    user: link.account_id,
    block_id: item?.block_id ?? null,
    slug: link.slug,
    former_slugs: link.formerSlugs,
    url: linkTarget(link.url, origin) ?? link.url,
    short_url: pageUrl(origin, account, { link: link.slug }),
    title: item ? captionIn(item.content) : null,
    state: linkState(linkOf(stored), clock),
    created_at: item ? timestamp(item.created_at) : null,
    updated_at: updatedAt === null ? null : timestamp(updatedAt),
  };
}
