// What mails about signing in say, and until when: nobody should get a link that does not work, or news of an account that
// has been recovered since.
import { DAY, type Micros } from '../../../../contract/time.ts';
import { type MailKind, mailToken, type QueuedMail } from '../../../mail/mail-job.ts';
import type { Message } from '../../../mail/mailer.ts';
import * as messages from '../../../mail/messages.ts';
import * as security from '../../../mail/security-messages.ts';
import { findAccount } from '../../../storage/accounts/accounts.ts';
import { findPasswordHash } from '../../../storage/people/credentials.ts';
import { findPerson } from '../../../storage/people/people.ts';
import type { HeldAccount } from '../../accounts/held-account.ts';
import { KEEP_ACCOUNT_PATH } from '../account-deletion.ts';
import type { SignIn } from '../index.ts';
import { findValidToken, passwordState, type TokenContents } from '../tokens.ts';
import type { LinkDetails, LinkKind, NoticeDetails } from './send.ts';

/** A notice that could not be sent for so long is left out. Links say themselves how long they work. */
const TOO_LATE: Micros = 2 * DAY;

interface Writing<Details> {
  to: messages.Addressee;
  /** As it is when the mail is written. */
  account: HeldAccount;
  mail: QueuedMail & { details: Details };
}

interface LinkWriting<Kind extends LinkKind> extends Writing<LinkDetails[Kind]> {
  token: string;
  contents: TokenContents[Kind];
}

export function signInMails(signIn: SignIn): Record<LinkKind | keyof NoticeDetails, MailKind> {
  const { store, clock, origins } = signIn;
  const { read } = store;

  async function writing<Details>(mail: QueuedMail & { details: Details }): Promise<Writing<Details> | undefined> {
    const account = await findAccount(read, mail.accountId);
    const person = account && (await findPerson(read, mail.accountId));
    if (!person) return undefined;
    const language = person.language ?? mail.language;
    return { mail, to: { to: mail.to, language }, account: { ...account, ...person } };
  }

  function link<Kind extends LinkKind>(
    kind: Kind,
    write: (writing: LinkWriting<Kind>) => Message | undefined | Promise<Message | undefined>,
  ): MailKind {
    return {
      async compose(mail: QueuedMail<LinkDetails[Kind]>) {
        const about = await writing(mail);
        const token = mailToken(await signIn.secret(), mail);
        const contents = about && (await findValidToken(signIn, kind, token));
        return contents && write({ ...about, token, contents });
      },
    };
  }

  function notice<Kind extends keyof NoticeDetails>(
    write: (writing: Writing<NoticeDetails[Kind]>) => Message,
  ): MailKind {
    return {
      async compose(mail: QueuedMail<NoticeDetails[Kind]>) {
        const about = await writing(mail);
        if (about?.account.generation !== mail.details.generation || clock() - mail.at > TOO_LATE) return undefined;
        return write(about);
      },
    };
  }

  const recoverUrl = () => origins.dashboardLink('/recover');
  return {
    'verify-email': link('verify-email', ({ to, account, token, contents }) => {
      if (account.address_id !== contents.addressId) return undefined;
      return messages.verificationMessage(to, account.username, origins.dashboardLink(`/verify?token=${token}`));
    }),
    'reset-password': link('reset-password', async ({ to, account, token, contents }) => {
      const isSame = passwordState(await findPasswordHash(read, account.account_id)) === contents.state;
      if (!isSame || account.address_id !== contents.addressId || account.is_active !== 1) return undefined;
      return messages.resetMessage(to, account.username, origins.dashboardLink(`/reset?token=${token}`));
    }),
    'change-email': link('change-email', ({ to, account, token, contents }) => {
      if (account.pending_email !== contents.email || account.address_id !== contents.addressId) return undefined;
      return messages.emailChangeMessage(to, account.username, origins.dashboardLink(`/email/confirm?token=${token}`));
    }),
    'keep-account': link('keep-account', ({ to, account, token, mail }) => {
      if (account.deletes_at === null) return undefined;
      const url = origins.dashboardLink(`${KEEP_ACCOUNT_PATH}/${token}`);
      return messages.deletionMessage(to, account.username, mail.details.deletesAt, url);
    }),
    undo: link('undo', ({ to, account, token, mail: { details } }) => {
      const { change, name, place } = details;
      const undoUrl = origins.dashboardLink(`${change === 'email' ? '/email/undo' : '/undo'}?token=${token}`);
      return security.changeMessage(change, to, account.username, { name, place, undoUrl, recoverUrl: recoverUrl() });
    }),
    'new-sign-in': notice<'new-sign-in'>(({ to, account, mail: { details } }) =>
      messages.newSignInMessage(to, account.username, details.place, origins.dashboardLink('/account/sessions')),
    ),
    changed: notice<'changed'>(({ to, account, mail: { details } }) => {
      const shown = { name: undefined, place: details.place, undoUrl: undefined, recoverUrl: recoverUrl() };
      return security.changeMessage(details.change, to, account.username, shown);
    }),
    'password-reset': notice<'password-reset'>(({ to, account, mail: { details } }) =>
      security.passwordResetMessage(to, account.username, { ...details, recoverUrl: recoverUrl() }),
    ),
    recovered: notice<'recovered'>(({ to, account, mail: { details } }) =>
      security.recoveredMessage(to, account.username, details),
    ),
    'address-restored': notice<'address-restored'>(({ to, account, mail: { details } }) =>
      security.addressRestoredMessage(to, account.username, details.place),
    ),
    'email-replaced': notice<'email-replaced'>(({ to, account, mail: { details } }) =>
      security.emailReplacedMessage(to, account.username, details.place),
    ),
  };
}
