// Mails about signing in, in the transactions of their causes. The token of a link is stored as its hash before the mail is
// sent.
import type { Micros } from '../../../../contract/time.ts';
import { enqueueMail, mailToken, type NewMail } from '../../../mail/mail-job.ts';
import type { Place } from '../../../mail/messages.ts';
import type { ChangeKind, RemovedItem } from '../../../mail/security-messages.ts';
import type { TokenOwner } from '../../../storage/people/one-time-tokens.ts';
import type { Executor } from '../../../storage/tables.ts';
import type { Actor } from '../../accounts/actor.ts';
import type { SignIn } from '../index.ts';
import { issueToken, type TokenContents } from '../tokens.ts';

/** Mails with a link, by the kind of its token. */
export interface LinkDetails {
  'verify-email': object;
  'reset-password': object;
  'change-email': object;
  'keep-account': { deletesAt: Micros };
  undo: { change: ChangeKind; name: string | undefined; place: Place };
}
export type LinkKind = keyof LinkDetails;

interface AboutPlace {
  place: Place;
  /** Of the account: a recovery ends the purpose of the mail. */
  generation: number;
}

export interface NoticeDetails {
  'new-sign-in': AboutPlace;
  /** To an address that nobody has proven. */
  changed: AboutPlace & { change: ChangeKind };
  'password-reset': AboutPlace & Removed;
  recovered: AboutPlace & Removed;
  'address-restored': AboutPlace;
  'email-replaced': AboutPlace;
}

export interface Removed {
  /** The first of them. */
  removed: readonly RemovedItem[];
  removedCount: number;
}

type Context = Pick<SignIn, 'clock' | 'jobs' | 'secretIn'>;

interface Link<Kind extends LinkKind> {
  to: string;
  owner: TokenOwner;
  contents: TokenContents[Kind];
  life: Micros;
  details: LinkDetails[Kind];
}

export async function mailLink<Kind extends LinkKind>(
  tx: Executor,
  context: Context,
  kind: Kind,
  { to, owner, contents, life, details }: Link<Kind>,
  { language }: Pick<Actor, 'language'>,
): Promise<void> {
  const request: NewMail = { kind, to, language, accountId: owner.accountId, at: context.clock(), details };
  const mail = await enqueueMail(tx, context.jobs, request);
  const token = mailToken(await context.secretIn(tx), mail);
  await issueToken(tx, context, kind, owner, contents, life, token);
}

export async function mailNotice<Kind extends keyof NoticeDetails>(
  tx: Executor,
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  kind: Kind,
  { accountId, to, details }: { accountId: number; to: string; details: NoticeDetails[Kind] },
  { language }: Pick<Actor, 'language'>,
): Promise<void> {
  await enqueueMail(tx, jobs, { kind, to, language, accountId, at: clock(), details });
}
