// `fingerpost account link` and `fingerpost account invite`: ways into the dashboard that the operator gives out.
import { timestamp } from '../../../contract/time.ts';
import { createOrigins } from '../../http/origins.ts';
import { type Command, command } from '../command.ts';
import type { CliContext } from '../context.ts';
import { shownTime } from '../io/output.ts';
import { accountOf } from './account.ts';

export const accountAccessCommands: Command[] = [
  command({
    name: 'account link',
    summary: 'Print a link that signs in to an account, once and within 15 minutes',
    arguments: ['USERNAME'],
    options: {},
    notes: 'It needs neither the password nor a second factor: give it to the owner of the account only.',
    example: 'fingerpost account link ada',
    json: '{"id":<account>,"url":"<address>","message":"<sentence>"}',
    async run({ arguments: [username] }, context) {
      const { issueSignInLink } = await import('../../domain/sign-in/sign-in-links.ts');
      const { store, id } = await accountOf(context, username!);
      const url = await issueSignInLink({ store, ...surroundings(context) }, id);
      const message = `The link signs in to the account "${username}". It works once, within 15 minutes.`;
      context.output.value(url, { id, url, message });
    },
  }),

  command({
    name: 'account invite',
    summary: 'Print a link with which one person can sign up, within 7 days',
    arguments: [],
    options: {
      email: { type: 'string', value: 'ADDRESS', help: 'Suggest this e-mail address, and accept it as verified' },
    },
    notes: 'Invitations work whatever SIGNUP is set to. No message is sent: pass the link on yourself.',
    example: 'fingerpost account invite --email ada@links.example',
    json: '{"url":"<address>","email":<address or null>,"expires_at":<time>,"message":"<sentence>"}',
    async run({ options }, context) {
      const { invite } = await import('../../domain/sign-in/invitations.ts');
      const store = await context.store('write');
      const { url, email, expiresAt } = await invite({ store, ...surroundings(context) }, options.email);
      const expires_at = timestamp(expiresAt);
      const message = `The invitation can be used once, until ${shownTime(expires_at)} UTC.`;
      context.output.value(url, { url, email, expires_at, message });
    },
  }),
];

function surroundings({ clock, config }: CliContext) {
  return { clock, origins: createOrigins(config) };
}
