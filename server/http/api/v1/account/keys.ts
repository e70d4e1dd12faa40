import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { Refusal } from '../../../../../contract/errors.ts';
import { Done } from '../../../../../contract/schemas/auth.ts';
import { IdPath, listing as listingOf, PageParameters, success } from '../../../../../contract/schemas/common.ts';
import { Key, KeyCreated, KeyCreation } from '../../../../../contract/schemas/keys.ts';
import { timestamp } from '../../../../../contract/time.ts';
import { pageOfKeys } from '../../../../storage/accounts/keys.ts';
import type { ApiKeyRow } from '../../../../storage/tables.ts';
import type { Services } from '../../../services.ts';
import { listing, pageRequest } from '../../listing.ts';

export const keyRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { config, store }) => {
  app.get(
    '/keys',
    {
      schema: {
        tags: ['Security'],
        operationId: 'listKeys',
        summary: 'List API keys',
        description: 'The API keys of the account, newest first. Keys themselves are never shown again.',
        querystring: PageParameters,
        response: { 200: listingOf(Key) },
      },
    },
    async (request) => {
      const wanted = pageRequest(request.query);
      const page = await pageOfKeys(store.read, request.caller.accountId, wanted);
      return listing(request, config, wanted, page, presentKey);
    },
  );

  app.post(
    '/keys',
    {
      config: { access: 'fresh', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'createKey',
        summary: 'Create an API key',
        description: 'The key is shown only in this response.',
        body: KeyCreation,
        response: { 200: success(KeyCreated) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );

  app.post(
    '/keys/:id/delete',
    {
      config: { access: 'fresh', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'deleteKey',
        summary: 'Revoke an API key',
        description: 'It stops working within a second.',
        params: IdPath,
        response: { 200: success(Done) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );
};

function presentKey(key: ApiKeyRow): Static<typeof Key> {
  const at = (instant: number | null) => (instant === null ? null : timestamp(instant));
  return {
    id: key.id,
    name: key.name,
    scope: key.scope,
    hint: key.hint,
    expires_at: at(key.expires_at),
    last_used_at: at(key.last_used_at),
    revoked_at: at(key.revoked_at),
    created_at: timestamp(key.created_at),
  };
}
