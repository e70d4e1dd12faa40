// `fingerpost account email` and `fingerpost account two-factor off`: for owners who cannot change it themselves. They get the
// same mails as if they had.
import { commandLine } from '../../domain/accounts/actor.ts';
import type { SignIn } from '../../domain/sign-in/index.ts';
import { createOrigins } from '../../http/origins.ts';
import type { Store } from '../../storage/store.ts';
import { type Command, command } from '../command.ts';
import type { CliContext } from '../context.ts';
import { accountOf } from './account.ts';

export const accountSecurityCommands: Command[] = [
  command({
    name: 'account email',
    summary: 'Change the e-mail address of an account; it counts as proven',
    arguments: ['USERNAME', 'ADDRESS'],
    options: {},
    notes: `Check who is asking: whoever reads mail to ADDRESS can choose a new password. It ends all sessions and all links in
mails to earlier addresses. An earlier address that was proven gets a mail about it.`,
    example: 'fingerpost account email ada ada@links.example',
    json: '{"id":<account>,"email":"<address>","message":"<sentence>"}',
    async run({ arguments: [username, address] }, context) {
      const { setEmail } = await import('../../domain/sign-in/email-change.ts');
      const { store, id } = await accountOf(context, username!);
      const { result: email, note } = await mailing(context, store, (signIn) =>
        setEmail(signIn, id, address!, commandLine),
      );
      const message = `The account "${username}" has the e-mail address ${email}. Its sessions have ended.${note}`;
      context.output.done({ id, email, message });
    },
  }),

  command({
    name: 'account two-factor off',
    summary: 'Turn off two-factor authentication of an account whose owner has lost the app and the recovery codes',
    arguments: ['USERNAME'],
    options: {},
    notes:
      'Check who is asking: the password is enough to sign in then. The owner gets a mail with a link that takes it back.',
    example: 'fingerpost account two-factor off ada',
    json: '{"id":<account>,"message":"<sentence>"}',
    async run({ arguments: [username] }, context) {
      const { disableTwoFactor } = await import('../../domain/sign-in/two-factor/two-factor.ts');
      const { store, id } = await accountOf(context, username!);
      const operator = { accountId: id, isOperator: true } as const;
      const { note } = await mailing(context, store, (signIn) => disableTwoFactor(signIn, operator, commandLine));
      context.output.done({ id, message: `Two-factor authentication of the account "${username}" is off.${note}` });
    },
  }),
];

/** Sends the mail about a change before the command ends, with one attempt. `note` says if that fails. */
async function mailing<T>(context: CliContext, store: Store, change: (signIn: SignIn) => Promise<T>) {
  const { createSignIn } = await import('../../domain/sign-in/index.ts');
  const { createSharedCounters } = await import('../../limits/shared-counters.ts');
  const { createMailer, mailFolderOf } = await import('../../mail/mailer.ts');
  const { config, clock } = context;
  const { smtpUrl, mailFrom: from } = config;
  let note = '';
  const error = () => {
    note = ' The mail about it could not be sent: see "fingerpost doctor".';
  };
  const logger = { warn() {}, error };
  const mailer = createMailer({ smtpUrl, from, folder: mailFolderOf(config), logger, retryMs: [] });
  const origins = createOrigins(config);
  const signIn = createSignIn({
    ...config,
    store,
    clock,
    sharedCounters: createSharedCounters(store),
    mailer,
    origins,
  });
  try {
    const result = await change(signIn);
    await mailer.settled();
    return { result, note };
  } finally {
    await signIn.close();
  }
}
