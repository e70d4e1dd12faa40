import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../../../../contract/errors.ts';
import { limits } from '../../../../../contract/limits.ts';
import { AccountDeleted, AccountDeletion, AccountSecurity } from '../../../../../contract/schemas/account-security.ts';
import { Done } from '../../../../../contract/schemas/auth.ts';
import { success } from '../../../../../contract/schemas/common.ts';
import { timestamp } from '../../../../../contract/time.ts';
import { cancelDeletion, requestDeletion } from '../../../../domain/sign-in/account-deletion.ts';
import { ownProviders } from '../../../../domain/sign-in/provider/provider-settings.ts';
import { hashesIn } from '../../../../domain/sign-in/two-factor/recovery-codes.ts';
import { countUnrevokedKeys } from '../../../../storage/accounts/keys.ts';
import { activeTwoFactor, findCredential } from '../../../../storage/people/credentials.ts';
import { listPasskeys } from '../../../../storage/people/passkeys.ts';
import { findPerson } from '../../../../storage/people/people.ts';
import { listSessions } from '../../../../storage/people/sessions.ts';
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
    const person = await findPerson(db, id);
    const credential = await findCredential(db, id);
    if (!person || !credential) throw new ApiError('unauthenticated');
    const hasTwoFactor = activeTwoFactor(credential) !== undefined;
    const { recovered_at } = person;
    const { freshUntil } = signedIn(request);
    const response = {
      email: account.email,
      email_verified: person.proven_id !== null,
      pending_email: account.pending_email,
      has_password: credential.password_hash !== null,
      two_factor: hasTwoFactor,
      recovery_codes_left: hasTwoFactor ? hashesIn(credential).length : 0,
      passkeys: (await listPasskeys(db, id, limits.passkeys)).length,
      sessions: (await listSessions(db, id, clock(), limits.sessions)).length,
      keys: await countUnrevokedKeys(db, id),
      fresh_until: clock() < freshUntil ? timestamp(freshUntil) : null,
      created_at: timestamp(account.created_at),
      providers: await ownProviders(db, id),
      deletes_at: account.deletes_at === null ? null : timestamp(account.deletes_at),
      recovered_at: recovered_at === null ? null : timestamp(recovered_at),
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
