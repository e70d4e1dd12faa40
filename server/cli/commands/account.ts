// `fingerpost account …`
import { ApiError } from '../../../contract/errors.ts';
import { humanDate, type Micros, timestamp } from '../../../contract/time.ts';
import { commandLine } from '../../domain/accounts/actor.ts';
import type { StoreAccess } from '../../storage/store.ts';
import type { AccountRow } from '../../storage/tables.ts';
import { type Command, command } from '../command.ts';
import type { CliContext } from '../context.ts';
import { usageError } from '../failures.ts';
import { batchesOf, type Listing, shownTime } from '../io/output.ts';
import { confirm, pipedPassword, terminalOf, typedPassword } from '../io/terminal.ts';

const passwordOption = {
  'password-stdin': { type: 'boolean', help: 'Read the password from standard input until end of file' },
} as const;
const idAndMessage = '{"id":<account>,"message":"<sentence>"}';

export const accountCommands: Command[] = [
  command({
    name: 'account create',
    summary: 'Create an account',
    arguments: [],
    options: {
      username: {
        type: 'string',
        value: 'NAME',
        required: true,
        help: 'Username, 2 to 30 of a-z, 0-9, - and _; it is the path of the page',
      },
      email: { type: 'string', value: 'ADDRESS', required: true, help: 'E-mail address' },
      name: { type: 'string', value: 'TEXT', help: 'Name on the page (default: the username)' },
      ...passwordOption,
    },
    notes: `Without a password, "fingerpost account link" prints a link with which the owner signs in and sets one. With mail, "Forgot it?" on
the sign-in screen does too.`,
    example: 'fingerpost account create --username ada --email ada@links.example --password-stdin < password.txt',
    json: idAndMessage,
    async run({ options }, context) {
      const { createAccount } = await import('../../domain/accounts/accounts.ts');
      const password = options['password-stdin'] ? await pipedPassword(context.io.stdin) : undefined;
      const store = await context.store('write');
      const { username, email, name } = options;
      const account = { username, email, name, password };
      const id = await createAccount(store, account, commandLine, context.clock(), { isEmailVerified: true });
      const later = `It has no password yet. For a link with which its owner signs in: fingerpost account link ${username}`;
      const message = `The account "${username}" was created.${password === undefined ? ` ${later}` : ''}`;
      context.output.done({ id, message });
    },
  }),

  command({
    name: 'account list',
    summary: 'List all accounts, or the one with an e-mail address',
    arguments: [],
    options: { email: { type: 'string', value: 'ADDRESS', help: 'Only the account with this e-mail address' } },
    example: 'fingerpost account list --email ada@links.example',
    json: `an array of {"id","username","email","name","plan_name","plan_due","is_active","suspension_reason",
"created_at","updated_at"}, in the formats of the API; suspension_reason is null if there is none.`,
    async run({ options: { email } }, { store: open, clock, output }) {
      const { accountWithEmail } = await import('../../domain/accounts/accounts.ts');
      const { listAllAccounts } = await import('../../storage/accounts/accounts.ts');
      const { currentPlan } = await import('../../domain/plans/plans.ts');
      const store = await open('read');
      const now = clock();
      const shown = (rows: AccountRow[]) => rows.map((row) => accountItem(row, currentPlan(row, now)));
      const batches =
        email === undefined
          ? batchesOf(async (afterId, count) => shown(await listAllAccounts(store.read, afterId, count)))
          : oneBatch(shown([await accountWithEmail(store, email)]));
      await output.list(batches, accountListing);
    },
  }),

  command({
    name: 'account rename',
    summary: 'Change the username of an account; the old one redirects to it',
    arguments: ['USERNAME', 'NEW-USERNAME'],
    options: {},
    example: 'fingerpost account rename ada ada-lovelace',
    json: idAndMessage,
    async run({ arguments: [username, renamed] }, context) {
      const { renameAccount } = await import('../../domain/accounts/accounts.ts');
      const { store, id } = await accountOf(context, username!);
      await renameAccount(store, id, renamed!, commandLine, context.clock());
      context.output.done({ id, message: `The account "${username}" was renamed to "${renamed}".` });
    },
  }),

  command({
    name: 'account suspend',
    summary: 'Suspend an account: its page, keys and sign-in stop working, its data is kept',
    arguments: ['USERNAME'],
    options: { reason: { type: 'string', value: 'TEXT', help: 'Why; the owner reads it when they try to sign in' } },
    notes:
      'The reason is also in the activity log and in "fingerpost account list". "fingerpost account restore" removes it.',
    example: "fingerpost account suspend ada --reason 'Links to stolen goods'",
    json: idAndMessage,
    async run({ arguments: [username], options: { reason } }, context) {
      const { suspendAccount } = await import('../../domain/accounts/accounts.ts');
      const { store, id } = await accountOf(context, username!);
      await suspendAccount(store, id, commandLine, context.clock(), reason);
      context.output.done({ id, message: `The account "${username}" is suspended.` });
    },
  }),

  command({
    name: 'account restore',
    summary: 'Reactivate a suspended account',
    arguments: ['USERNAME'],
    options: {},
    example: 'fingerpost account restore ada',
    json: idAndMessage,
    async run({ arguments: [username] }, context) {
      const { restoreAccount } = await import('../../domain/accounts/accounts.ts');
      const { store, id } = await accountOf(context, username!);
      await restoreAccount(store, id, commandLine, context.clock());
      context.output.done({ id, message: `The account "${username}" is active.` });
    },
  }),

  command({
    name: 'account consent-bar',
    summary: 'Turn the consent bar on or off, which asks visitors before pixels load',
    arguments: ['USERNAME', 'on|off'],
    options: {},
    notes: 'A page without active pixels never shows the bar.',
    example: 'fingerpost account consent-bar ada on',
    json: idAndMessage,
    async run({ arguments: [username, state] }, context) {
      if (state !== 'on' && state !== 'off') {
        throw usageError(`"${state}" is neither on nor off.`, 'account consent-bar');
      }
      const { setConsentBar } = await import('../../domain/accounts/accounts.ts');
      const { store, id } = await accountOf(context, username!);
      await setConsentBar(store, id, state === 'on', commandLine, context.clock());
      context.output.done({ id, message: `The consent bar of the account "${username}" is ${state}.` });
    },
  }),

  command({
    name: 'account delete',
    summary: 'Delete an account and all of its data; this cannot be undone',
    arguments: ['USERNAME'],
    options: { yes: { type: 'boolean', help: 'Do not ask for confirmation; required without a terminal' } },
    example: 'fingerpost account delete ada --yes',
    json: idAndMessage,
    async run({ arguments: [username], options }, context) {
      const { openFileStorage } = await import('../../files/open.ts');
      const { eraseAccount } = await import('../../domain/sign-in/account-deletion.ts');
      const { store, id } = await accountOf(context, username!);
      if (!options.yes) await confirmDeletion(context, username!);
      const files = openFileStorage(context.config);
      try {
        await eraseAccount({ store, files, dataDir: context.config.dataDir }, id);
      } finally {
        files.close();
      }
      context.output.done({ id, message: `The account "${username}" and all of its data were deleted.` });
    },
  }),

  command({
    name: 'account password',
    summary: 'Set the password of an account and end its sessions',
    arguments: ['USERNAME'],
    options: passwordOption,
    notes: 'On a terminal, it prompts for the password without showing it.',
    example: 'fingerpost account password ada --password-stdin < password.txt',
    json: idAndMessage,
    async run({ arguments: [username], options }, context) {
      const terminal = options['password-stdin'] ? undefined : terminalOf(context.io);
      if (!options['password-stdin'] && !terminal) {
        throw usageError('There is no terminal for a prompt: use --password-stdin.', 'account password');
      }
      const { setPassword } = await import('../../domain/accounts/accounts.ts');
      const { store, id } = await accountOf(context, username!);
      const password = terminal ? await typedPassword(terminal) : await pipedPassword(context.io.stdin);
      await setPassword(store, id, password, commandLine, context.clock());
      context.output.done({ id, message: `The account "${username}" has a new password. Its sessions have ended.` });
    },
  }),
];

export async function accountOf(context: CliContext, username: string, access: StoreAccess = 'write') {
  const { accountCalled } = await import('../../domain/accounts/accounts.ts');
  const store = await context.store(access);
  const { account_id: id } = await accountCalled(store, username);
  return { store, id };
}

async function* oneBatch<Item>(items: Item[]): AsyncGenerator<Item[]> {
  yield items;
}

async function confirmDeletion({ io }: CliContext, username: string): Promise<void> {
  const terminal = terminalOf(io);
  if (!terminal) {
    throw new ApiError(
      'forbidden',
      'A deletion cannot be undone, and there is no terminal for a confirmation: use --yes.',
    );
  }
  await confirm(`This deletes the account "${username}" and all of its data. It cannot be undone.`, username, terminal);
}

function accountItem(row: AccountRow, plan: { name: string; due: Micros }) {
  return {
    id: row.account_id,
    username: row.username,
    email: row.email,
    name: row.name,
    plan_name: plan.name,
    plan_due: humanDate(plan.due),
    is_active: row.is_active,
    suspension_reason: row.suspension_reason,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  };
}

const accountListing: Listing<ReturnType<typeof accountItem>> = {
  empty: 'There are no accounts yet. Create one: fingerpost account create --username NAME --email ADDRESS',
  columns: [
    { heading: 'ID', cell: ({ id }) => String(id) },
    { heading: 'USERNAME', cell: ({ username }) => username },
    { heading: 'STATE', cell: ({ is_active }) => (is_active === 1 ? 'active' : 'suspended') },
    { heading: 'PLAN', cell: ({ plan_name }) => plan_name },
    { heading: 'CREATED (UTC)', cell: ({ created_at }) => shownTime(created_at) },
    { heading: 'E-MAIL', cell: ({ email }) => email },
    { heading: 'NAME', cell: ({ name }) => name },
    { heading: 'REASON', cell: ({ suspension_reason }) => suspension_reason ?? '' },
  ],
};
