import type { Static } from 'typebox';
import { type Attempt, defineJob, type Job, PermanentFailure } from '../../jobs/job.ts';
import { findAccount } from '../../storage/accounts/accounts.ts';
import type { Store } from '../../storage/store.ts';
import type { Clock } from '../../system/clock.ts';
import { type MailKinds, mailJob, messageId, type QueuedMail } from '../mail-job.ts';
import { type Mailer, MailRefused, mailFolderOf, removeMailOf } from '../mailer.ts';

interface MailServices {
  store: Pick<Store, 'read'>;
  mailer: Mailer;
  /**
   * What mails say, by a clock that goes on from when the mail was asked for, as the store measures it. That of this process
   * may be wrong, and none must lapse because of that.
   */
  kinds(clock: Clock): MailKinds;
  config: { dataDir: string };
}

/** Sends the mails of all kinds. After a crash, one may be sent again, with the same id. */
export function sendMail(services: MailServices): Job {
  services.mailer.expect(Object.keys(services.kinds(() => 0)));
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
  { jobId, accountId, age, isLast, signal }: Attempt,
): Promise<void> {
  const { kind, at } = payload;
  const known = kinds(() => at + age);
  // In an upgrade, another process may know it.
  if (accountId === null || !Object.hasOwn(known, kind)) throw new Error('This version has no such mail');
  const mail: QueuedMail = { ...payload, details, jobId, accountId };
  const message = await known[kind]!.compose(mail as never);
  if (!message) return mailer.count(kind, 'dropped');
  // Once it is being sent, nobody can take it back: a process that stops waits for it.
  signal.throwIfAborted();
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
