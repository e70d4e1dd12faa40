// A mail that waits to be sent: its kind, its recipient and what it is about. It is written when it is sent. A token in its
// link is computed from the job, so that none is stored and a repeat is the same mail.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type Static, Type } from 'typebox';
import type { Micros } from '../../contract/time.ts';
import type { JobKind } from '../jobs/job.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Executor } from '../storage/tables.ts';
import type { Message } from './mailer.ts';

const payload = Type.Object({
  kind: Type.String(),
  to: Type.String(),
  language: Type.String(),
  at: Type.Integer(),
  /** Deleted with the payload once the mail is sent: from then on nobody can compute its token. */
  nonce: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()),
});

export const mailJob: JobKind<typeof payload> = { name: 'mail', payload };

export interface QueuedMail<Details extends object = object> extends Omit<Static<typeof payload>, 'details'> {
  jobId: number;
  accountId: number;
  at: Micros;
  details: Details;
}

export interface MailKind<Details extends object = never> {
  /** Undefined if the purpose of the mail has lapsed. */
  compose(mail: QueuedMail<Details>): Promise<Message | undefined>;
}

/** By name. */
export type MailKinds = Readonly<Record<string, MailKind>>;

export type NewMail = Omit<QueuedMail, 'jobId' | 'nonce'>;

/** In the transaction of its cause. */
export async function enqueueMail(tx: Executor, jobs: JobQueue, { accountId, ...mail }: NewMail): Promise<QueuedMail> {
  const nonce = randomBytes(12).toString('base64url');
  const details = mail.details as Record<string, unknown>;
  const jobId = await jobs.enqueue(tx, mailJob, { accountId, payload: { ...mail, details, nonce } });
  return { ...mail, accountId, nonce, jobId };
}

/** The same for every attempt. Job ids may come again after a restore, so the account and the nonce belong to it too. */
export function mailToken(secret: string, { jobId, kind, accountId, nonce }: Omit<QueuedMail, 'details'>): string {
  const purpose = `mail ${jobId} ${kind} ${accountId} ${nonce}`;
  return createHmac('sha256', secret).update(purpose).digest().subarray(0, 24).toString('base64url');
}

/** Sorts by job. */
export function messageId({ jobId, kind, nonce }: Omit<QueuedMail, 'details'>): string {
  const distinct = createHash('sha256').update(nonce).digest('hex').slice(0, 8);
  return `${String(jobId).padStart(16, '0')}.${kind}.${distinct}`;
}
