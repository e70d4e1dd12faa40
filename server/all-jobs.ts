// Every background job, in one place. What a job works with is handed to it here.
import { signInMails } from './domain/sign-in/mails/kinds.ts';
import type { Services } from './http/services.ts';
import type { Job } from './jobs/job.ts';
import { sendMail } from './mail/jobs/send-mail.ts';
import { confirmEntryMail } from './notifications/confirm-entry.ts';

export function allJobs({ store, clock, config, origins, signIn, mailer }: Services): Job[] {
  const { secret } = signIn;
  const kinds = { ...signInMails(signIn), 'confirm-entry': confirmEntryMail({ store, clock, secret, origins }) };
  return [sendMail({ store, mailer, kinds, config })];
}
