import type { Static } from 'typebox';
import { type Attempt, defineJob, type Job, PermanentFailure } from '../../jobs/job.ts';
import { findAccount } from '../../storage/accounts/accounts.ts';
import type { Store } from '../../storage/store.ts';
import { type MailKinds, mailJob, messageId, type QueuedMail } from '../mail-job.ts';
import { type Mailer, MailRefused, mailFolderOf, removeMailOf } from '../mailer.ts';

interface MailServices {
  store: Pick<Store, 'read'>;
  mailer: Mailer;
  kinds: MailKinds;
  config: { dataDir: string };
}

/** Sends the mails of all kinds. After a crash, one may be sent again, with the same id. */
export function sendMail(services: MailServices): Job {
  services.mailer.expect(Object.keys(services.kinds));
  return defineJob({
    ...mailJob,
    // Some two and a half days. Most mails lapse before.
    maxAttempts: 60,
    concurrency: 10,
    run: (payload, attempt) => send(services, payload, attempt),
  });
}

async function send(
  { store, mailer, kinds, config }: MailServices,
  { details, ...payload }: Static<typeof mailJob.payload>,
  { jobId, accountId, isLast }: Attempt,
): Promise<void> {
  const { kind, at } = payload;
  // In an upgrade, another process may know it.
  if (accountId === null || !Object.hasOwn(kinds, kind)) throw new Error('This version has no such mail');
  const mail: QueuedMail = { ...payload, details, jobId, accountId };
  const message = await kinds[kind]!.compose(mail as never);
  if (!message) return mailer.count(kind, 'dropped');
  try {
    await mailer.send({ id: messageId(mail), ...message, kind, accountId, at });
  } catch (error) {
    const isRefused = error instanceof MailRefused;
    if (isLast || isRefused) mailer.count(kind, 'lost');
    throw isRefused ? new PermanentFailure(error.message) : error;
  }
  // The account may have been erased together with its files while this one was written.
  if (mailer.kind === 'files' && !(await findAccount(store.read, accountId))) {
    await removeMailOf(mailFolderOf(config), accountId);
  }
}
