import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { AccountDeleted, AccountDeletion, AccountSecurity } from '../../../../../contract/schemas/account-security.ts';
import { Done } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { timestamp } from '../../../../../contract/time.ts';
import { cancelDeletion, requestDeletion } from '../../../../domain/sign-in/account-deletion.ts';
import { recoveryCodesLeft } from '../../../../domain/sign-in/two-factor/recovery-codes.ts';
import { readSecurityFigures } from '../../../../storage/accounts/account-security.ts';
import { findPasswordHash, listProviders } from '../../../../storage/accounts/credentials.ts';
import { readOwnership } from '../../../../storage/accounts/ownership.ts';
import type { Executor } from '../../../../storage/tables.ts';
import { ownAccount } from '../../../auth/own-account.ts';
import { signedIn } from '../../../auth/signed-in.ts';
import type { Services } from '../../../services.ts';
import type { WrittenRecord } from '../../record-headers.ts';
import { recordStore } from '../../record-writes.ts';

export const accountRoutes: FastifyPluginAsyncTypebox<Services> = async (app, { actorOf, clock, signIn, store }) => {
  async function read(request: FastifyRequest, db: Executor) {
    const account = await ownAccount(db, request);
    const { account_id: id } = account;
    const figures = await readSecurityFigures(db, store.dialect, id, clock());
    const { freshUntil } = signedIn(request);
    const recoveredAt = (await readOwnership(db, id))?.recoveredAt ?? null;
    const response = {
      email: account.email,
      email_verified: figures.isEmailVerified,
      pending_email: account.pending_email,
      has_password: (await findPasswordHash(db, id)) !== undefined,
      two_factor: figures.hasTwoFactor,
      recovery_codes_left: figures.hasTwoFactor ? await recoveryCodesLeft(signIn, id) : 0,
      passkeys: figures.passkeys,
      sessions: figures.sessions,
      keys: figures.keys,
      fresh_until: clock() < freshUntil ? timestamp(freshUntil) : null,
      created_at: timestamp(account.created_at),
      providers: await listProviders(db, id),
      deletes_at: account.deletes_at === null ? null : timestamp(account.deletes_at),
      recovered_at: recoveredAt === null ? null : timestamp(recoveredAt),
    };
    return { status: true as const, response };
  }
  const written: WrittenRecord = { schema: success(AccountSecurity), read };

  app.get(
    '/account',
    {
      config: { access: 'session' },
      schema: {
        tags: ['Security'],
        operationId: 'getAccountSecurity',
        summary: 'Get the security settings',
        description: 'How the account is signed in to.',
        response: { 200: success(AccountSecurity) },
      },
    },
    (request) => read(request, store.read),
  );

  app.post(
    '/account/delete',
    {
      config: { access: 'fresh', writes: true, written },
      schema: {
        tags: ['Security'],
        operationId: 'deleteAccount',
        summary: 'Delete the account',
        description:
          'Takes the page offline immediately and erases the account after 14 days. Until then the deletion can be cancelled, here or with the link in the mail about it.',
        body: AccountDeletion,
        response: { 200: success(AccountDeleted) },
      },
    },
    async (request) => {
      const { accountId } = request.caller;
      const context = { ...signIn, store: recordStore(store, request) };
      const due = await requestDeletion(context, accountId, request.body.username, await actorOf(request));
      return { status: true as const, response: { deletes_at: timestamp(due) } };
    },
  );

  app.post(
    '/account/delete/cancel',
    {
      config: { access: 'session', writes: true },
      schema: {
        tags: ['Security'],
        operationId: 'cancelAccountDeletion',
        summary: 'Cancel the deletion of the account',
        description: 'The page is online again.',
        response: { 200: success(Done) },
      },
    },
    async (request) => {
      await cancelDeletion(signIn, request.caller.accountId, await actorOf(request));
      return { status: true as const, response: { message: 'The account will not be deleted.' } };
    },
  );
};
