import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';
import { ApiError } from '../../../../../contract/errors.ts';
import { limits } from '../../../../../contract/limits.ts';
import {
  Passkey,
  PasskeyCreation,
  PasskeyEdit,
  PasskeySaved,
  Passkeys,
} from '../../../../../contract/schemas/account-security.ts';
import { Done, WebAuthnOptions } from '../../../../../contract/schemas/auth.ts';
import { IdPath, success } from '../../../../../contract/schemas/common.ts';
import { timestamp } from '../../../../../contract/time.ts';
import {
  addPasskey,
  nameOwnPasskey,
  removePasskey,
  startPasskey,
} from '../../../../domain/sign-in/passkeys/passkeys.ts';
import { listPasskeys } from '../../../../storage/people/passkeys.ts';
import type { PasskeyRow } from '../../../../storage/people-tables.ts';
import { setCookies, signInRequestOf } from '../../../auth/sign-in-request.ts';
import { signedIn } from '../../../auth/signed-in.ts';
import type { Services } from '../../../services.ts';
import type { WrittenRecord } from '../../record-headers.ts';
import { createUnique, recordStore } from '../../record-writes.ts';

export const passkeyRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  const { store, clock, signIn, actorOf } = services;
  const written: WrittenRecord = {
    schema: success(Passkey),
    isListed: true,
    async read({ caller, params }, db, id = (params as Static<typeof IdPath>).id) {
      const passkeys = await listPasskeys(db, caller.accountId, limits.passkeys);
      const passkey = passkeys.find((one) => one.id === id);
      if (!passkey) throw new ApiError('not_found');
      return { status: true, response: presentPasskey(passkey) };
    },
  };

  app.get(
    '/passkeys',
    {
      config: { access: 'session' },
      schema: {
        tags: ['Security'],
        operationId: 'listPasskeys',
        summary: 'List passkeys',
        description: 'The passkeys of the account, ordered by `id`.',
        response: { 200: success(Passkeys) },
      },
    },
    async (request) => {
      const passkeys = await listPasskeys(store.read, request.caller.accountId, limits.passkeys);
      return { status: true as const, response: passkeys.map(presentPasskey) };
    },
  );

  app.post(
    '/passkeys/options',
    {
      config: { access: 'fresh', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'startPasskey',
        summary: 'Add a passkey: options',
        description: 'The WebAuthn options to pass to `navigator.credentials.create`.',
        response: { 200: success(WebAuthnOptions) },
      },
    },
    async (request, reply) => {
      const { options, cookies } = await startPasskey(signIn, request.caller.accountId);
      setCookies(reply, cookies);
      return { status: true as const, response: options };
    },
  );

  app.post(
    '/passkeys',
    {
      config: { access: 'fresh', writes: true, written, creates: 'record' },
      schema: {
        tags: ['Security'],
        operationId: 'addPasskey',
        summary: 'Add a passkey',
        description: 'Stores the passkey that the browser made.',
        body: PasskeyCreation,
        response: { 200: success(PasskeySaved) },
      },
    },
    async (request) => {
      const { name, credential } = request.body;
      const signInRequest = await signInRequestOf(services, request);
      const creation = { payload: request.body, at: clock() };
      const response = await createUnique(store, request, creation, () =>
        addPasskey(signIn, signedIn(request), { name, credential }, signInRequest),
      );
      return { status: true as const, response };
    },
  );

  app.post(
    '/passkeys/:id',
    {
      config: { access: 'session', writes: true, written },
      schema: {
        tags: ['Security'],
        operationId: 'editPasskey',
        summary: 'Rename a passkey',
        description: 'Changes the display name.',
        params: IdPath,
        body: PasskeyEdit,
        response: { 200: success(PasskeySaved) },
      },
    },
    async (request) => {
      const named = { id: request.params.id, name: request.body.name };
      const context = { ...signIn, store: recordStore(store, request) };
      const response = await nameOwnPasskey(context, request.caller.accountId, named);
      return { status: true as const, response };
    },
  );

  app.post(
    '/passkeys/:id/delete',
    {
      config: { access: 'fresh', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'deletePasskey',
        summary: 'Delete a passkey',
        description: 'It can no longer be used to sign in.',
        params: IdPath,
        response: { 200: success(Done) },
      },
    },
    async (request) => {
      const { id } = request.params;
      await removePasskey(signIn, signedIn(request), id, await actorOf(request));
      return { status: true as const, response: { message: 'The passkey was deleted.' } };
    },
  );
};

function presentPasskey(passkey: PasskeyRow): Static<typeof Passkey> {
  const { id, name, created_at, used_at, multi_device, backed_up } = passkey;
  return {
    id,
    name,
    created_at: timestamp(created_at),
    last_used_at: used_at === null ? null : timestamp(used_at),
    device_type: multi_device === 1 ? 'multi_device' : 'single_device',
    backed_up: backed_up === 1,
  };
}
