import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { ApiError, invalid } from '../../../../../contract/errors.ts';
import { limits } from '../../../../../contract/limits.ts';
import { Done } from '../../../../../contract/schemas/auth.ts';
import { IdPath, listing as listingOf, PageParameters, success } from '../../../../../contract/schemas/common.ts';
import { Key, KeyCreated, KeyCreation } from '../../../../../contract/schemas/keys.ts';
import { instantIn, timestamp } from '../../../../../contract/time.ts';
import { endKey, type NewKey } from '../../../../domain/accounts/keys.ts';
import { createOwnKey } from '../../../../domain/sign-in/own-keys.ts';
import { findKey, pageOfKeys } from '../../../../storage/accounts/keys.ts';
import type { ApiKeyRow } from '../../../../storage/tables.ts';
import { signedIn } from '../../../auth/signed-in.ts';
import type { Services } from '../../../services.ts';
import { listing, pageRequest } from '../../listing.ts';
import type { WrittenRecord } from '../../record-headers.ts';
import { recordStore, type ShownOnce } from '../../record-writes.ts';

export const keyRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { config, store, clock, actorOf, signIn } = services;
  const written: WrittenRecord = {
    schema: success(Key),
    isListed: true,
    async read({ caller }, db, id) {
      const key = await findKey(db, caller.accountId, id!);
      if (!key) throw new ApiError('not_found');
      return { status: true, response: presentKey(key) };
    },
  };

  app.get(
    '/keys',
    {
      schema: {
        tags: ['Security'],
        operationId: 'listKeys',
        summary: 'List API keys',
        description: `The API keys of the account, newest first. Keys themselves are never shown again. Of revoked and expired keys, the newest ${limits.endedKeys} are listed.`,
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
      config: { access: 'fresh', writes: true, written, creates: 'record' },
      schema: {
        tags: ['Security'],
        operationId: 'createKey',
        summary: 'Create an API key',
        description: `The key is shown only in this response, and is null if it is repeated for the same \`Idempotency-Key\`. An account can have ${limits.keys} keys that are neither revoked nor expired. All keys of an account share its rate limit.`,
        body: KeyCreation,
        response: { 200: success(KeyCreated) },
      },
    },
    async (request) => {
      const { name, scope, expires_at } = request.body;
      const at = clock();
      const expiresAt = expires_at == null ? null : instantIn(expires_at);
      if (expiresAt !== null && expiresAt <= at) throw invalid({ expires_at: ['The expiry must be in the future.'] });
      const actor = await actorOf(request);
      const { quotas } = request.caller;
      const wanted = { name, scope, expiresAt };
      const withoutSecrets = (created: NewKey) => ({ ...created, key: null });
      const once = { ...signIn, store: recordStore(store, request, { payload: wanted, at, withoutSecrets }) };
      const created: ShownOnce<NewKey, 'key'> = await createOwnKey(once, signedIn(request), wanted, actor, quotas);
      const done = `The key "${name}" was created.`;
      const message =
        created.key === null
          ? `${done} It was shown only in the first response to this Idempotency-Key.`
          : `${done} Copy it now: it is not shown again.`;
      return { status: true as const, response: { ...created, message } };
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
    async (request) => {
      const { id } = request.params;
      await endKey(store, request.caller.accountId, id, await actorOf(request), clock());
      return { status: true as const, response: { message: `Key ${id} is revoked.` } };
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
