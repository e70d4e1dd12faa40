import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Refusal } from '../../../../../contract/errors.ts';
import {
  PasskeyCreation,
  PasskeyEdit,
  PasskeySaved,
  Passkeys,
} from '../../../../../contract/schemas/account-security.ts';
import { Done, WebAuthnOptions } from '../../../../../contract/schemas/auth.ts';
import { IdPath, success } from '../../../../../contract/schemas/common.ts';
import type { Services } from '../../../services.ts';

export const passkeyRoutes: FastifyPluginAsyncTypebox<Services> = async (app) => {
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
    async () => {
      throw new Refusal('unavailable');
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
    async () => {
      throw new Refusal('unavailable');
    },
  );

  app.post(
    '/passkeys',
    {
      config: { access: 'fresh', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'addPasskey',
        summary: 'Add a passkey',
        description: 'Stores the passkey that the browser made.',
        body: PasskeyCreation,
        response: { 200: success(PasskeySaved) },
      },
    },
    async () => {
      throw new Refusal('unavailable');
    },
  );

  app.post(
    '/passkeys/:id',
    {
      config: { access: 'session', writes: true },
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
    async () => {
      throw new Refusal('unavailable');
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
    async () => {
      throw new Refusal('unavailable');
    },
  );
};
