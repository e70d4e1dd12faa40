// `fingerpost key …`
import { ApiError } from '../../../contract/errors.ts';
import { type Micros, timestamp } from '../../../contract/time.ts';
import { keyScopes } from '../../../contract/vocabulary.ts';
import { commandLine } from '../../domain/accounts/actor.ts';
import type { ApiKeyRow } from '../../storage/tables.ts';
import { type Command, choice, command } from '../command.ts';
import { expiryHelp, parseExpiry } from '../expiry.ts';
import { batchesOf, type Listing, shownTime } from '../io/output.ts';
import { accountOf } from './account.ts';

export const keyCommands: Command[] = [
  command({
    name: 'key create',
    summary: 'Create an API key and print it to standard output; it is shown only once',
    arguments: ['USERNAME'],
    options: {
      scope: { type: 'string', value: keyScopes.join('|'), fallback: 'write', help: 'Scope of the key' },
      name: { type: 'string', value: 'TEXT', fallback: 'Command line', help: 'Name of the key' },
      expires: { type: 'string', value: 'WHEN', help: `Expiry: ${expiryHelp}` },
    },
    notes: 'Without --expires, the key is valid until it is revoked.',
    example: "key=$(fingerpost key create ada --scope read --name 'Nightly report' --expires 90d)",
    json: '{"id":<key>,"key":"fp_...","name","scope","expires_at":<time or null>,"message":"<sentence>"}',
    async run({ arguments: [username], options }, context) {
      const { createKey } = await import('../../domain/accounts/keys.ts');
      const now = context.clock();
      const scope = choice('scope', options.scope, keyScopes);
      const expiresAt = options.expires === undefined ? null : parseExpiry(options.expires, now);
      const { store, id: accountId } = await accountOf(context, username!);
      const request = { name: options.name, scope, expiresAt };
      const { id, key } = await createKey(store, accountId, request, commandLine, now);
      const expires = nullable(expiresAt);
      const end = expires === null ? 'it is revoked' : `${shownTime(expires)} UTC`;
      context.output.value(key, {
        id,
        key,
        name: options.name.trim(),
        scope,
        expires_at: expires,
        message: `Key ${id} may ${scope} until ${end}. It is not shown again.`,
      });
    },
  }),

  command({
    name: 'key list',
    summary: 'List the keys of an account, including expired and revoked keys',
    arguments: ['USERNAME'],
    options: {},
    example: 'fingerpost key list ada',
    json: `an array of {"id","name","scope","state","hint","expires_at","last_used_at","revoked_at","created_at"};
state is active, expired or revoked. Times that do not apply are null.`,
    async run({ arguments: [username] }, context) {
      const { listKeys } = await import('../../storage/accounts/keys.ts');
      const { store, id: accountId } = await accountOf(context, username!, 'read');
      const now = context.clock();
      const batches = batchesOf(async (afterId, count) =>
        (await listKeys(store.read, accountId, afterId, count)).map((row) => keyItem(row, now)),
      );
      await context.output.list(batches, keyListing(username!));
    },
  }),

  command({
    name: 'key revoke',
    summary: 'Revoke a key; this cannot be undone',
    arguments: ['USERNAME', 'KEY-ID'],
    options: {},
    notes: '"fingerpost key list" shows the ids.',
    example: 'fingerpost key revoke ada 42',
    json: '{"id":<key>,"message":"<sentence>"}',
    async run({ arguments: [username, given] }, context) {
      const { endKey } = await import('../../domain/accounts/keys.ts');
      const { store, id: accountId } = await accountOf(context, username!);
      const id = Number(given);
      if (!/^\d+$/.test(given!) || !Number.isSafeInteger(id)) {
        throw new ApiError('not_found', `The account has no key ${given} that can be revoked.`);
      }
      await endKey(store, accountId, id, commandLine, context.clock());
      context.output.done({ id, message: `Key ${id} of the account "${username}" was revoked.` });
    },
  }),
];

function keyItem(row: ApiKeyRow, now: Micros) {
  const isExpired = row.expires_at !== null && row.expires_at <= now;
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    state: row.revoked_at !== null ? 'revoked' : isExpired ? 'expired' : 'active',
    hint: row.hint,
    expires_at: nullable(row.expires_at),
    last_used_at: nullable(row.last_used_at),
    revoked_at: nullable(row.revoked_at),
    created_at: timestamp(row.created_at),
  };
}

function nullable(at: Micros | null): string | null {
  return at === null ? null : timestamp(at);
}

const keyListing = (username: string): Listing<ReturnType<typeof keyItem>> => ({
  empty: `The account "${username}" has no keys. Create one: fingerpost key create ${username}`,
  columns: [
    { heading: 'ID', cell: ({ id }) => String(id) },
    { heading: 'KEY', cell: ({ hint }) => hint },
    { heading: 'SCOPE', cell: ({ scope }) => scope },
    { heading: 'STATE', cell: ({ state }) => state },
    { heading: 'CREATED (UTC)', cell: ({ created_at }) => shownTime(created_at) },
    { heading: 'EXPIRES (UTC)', cell: ({ expires_at }) => shownTime(expires_at, 'never') },
    { heading: 'LAST USED (UTC)', cell: ({ last_used_at }) => shownTime(last_used_at, 'never') },
    { heading: 'NAME', cell: ({ name }) => name },
  ],
});
