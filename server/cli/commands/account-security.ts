// `fingerpost account email` and `fingerpost account two-factor off`: for owners who cannot change it themselves. They get the
// same mails as if they had, from the service.
import { commandLine } from '../../domain/accounts/actor.ts';
import type { SignIn } from '../../domain/sign-in/index.ts';
import { createOrigins } from '../../http/origins.ts';
import type { Store } from '../../storage/store.ts';
import { type Command, command } from '../command.ts';
import type { CliContext } from '../context.ts';
import { whileStopped } from '../while-stopped.ts';
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
      const { signIn, mailNote } = await signInOf(context, store);
      const email = await setEmail(signIn, id, address!, commandLine);
      const message = `The account "${username}" has the e-mail address ${email}. Its sessions have ended.`;
      context.output.done({ id, email, message: message + (await mailNote()) });
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
      const { signIn, mailNote } = await signInOf(context, store);
      await disableTwoFactor(signIn, operator, commandLine);
      const message = `Two-factor authentication of the account "${username}" is off.`;
      context.output.done({ id, message: message + (await mailNote()) });
    },
  }),
];

interface OperatorSignIn {
  signIn: SignIn;
  /** Says that the mail about a change waits, if there is one and it does: it is a job, which the service runs. */
  mailNote(): Promise<string>;
}

async function signInOf({ config, clock }: CliContext, store: Store): Promise<OperatorSignIn> {
  const { createSignIn } = await import('../../domain/sign-in/index.ts');
  const { createJobQueue } = await import('../../jobs/queue.ts');
  const { createSharedCounters } = await import('../../limits/shared-counters.ts');
  let isAsked = false;
  const jobs = createJobQueue({
    store,
    nudge: () => {
      isAsked = true;
    },
  });
  const [sharedCounters, origins] = [createSharedCounters(store), createOrigins(config)];
  const mailNote = async () => (isAsked ? whileStopped(store, 'the mail about it is sent when it starts') : '');
  return { signIn: createSignIn({ ...config, store, clock, sharedCounters, jobs, origins }), mailNote };
}
