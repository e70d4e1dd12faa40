// Every background job, in one place. What a job works with is handed to it here.
import { expireActivities } from './domain/activity/jobs/expire-activities.ts';
import { removeUnfinishedImports } from './domain/import/jobs/unfinished-imports.ts';
import { expireHistory } from './domain/page/jobs/expire-history.ts';
import { deleteUnconfirmedEntries } from './domain/page/jobs/unconfirmed-entries.ts';
import { eraseAccounts } from './domain/sign-in/jobs/erase-accounts.ts';
import { forgetLimits } from './domain/sign-in/jobs/expired-limits.ts';
import { deleteExpiredSignIns } from './domain/sign-in/jobs/expired-sign-ins.ts';
import { recordSignIn } from './domain/sign-in/jobs/record-sign-in.ts';
import { signInMails } from './domain/sign-in/mails/kinds.ts';
import { removeUnusedUploads } from './domain/uploads/jobs/unused-uploads.ts';
import { deleteExpiredExports } from './exports/jobs/expired-exports.ts';
import { makeExports } from './exports/jobs/make-export.ts';
import type { Services } from './http/services.ts';
import type { Job } from './jobs/job.ts';
import { sendMail } from './mail/jobs/send-mail.ts';
import { confirmEntryMail } from './notifications/confirm-entry.ts';
import { formEntriesMail, scheduleFormNotices } from './notifications/jobs/form-notices.ts';
import { scheduleSummaries, weeklySummaryMail } from './notifications/jobs/weekly-summaries.ts';
import type { NotificationOptions } from './notifications/recipient.ts';
import type { Clock } from './system/clock.ts';
import type { Visits } from './visits/index.ts';
import { clearLog } from './visits/jobs/clear-log.ts';
import { compactVisits } from './visits/jobs/compaction.ts';
import { runRetention } from './visits/jobs/retention.ts';
import { rollUpVisits } from './visits/jobs/roll-up.ts';
import { sweepVisits } from './visits/jobs/sweep.ts';
import { createTrustedTime, type TrustedTime } from './visits/retention/trusted-time.ts';

export interface JobDependencies
  extends Pick<Services, 'config' | 'store' | 'files' | 'clock' | 'jobs' | 'mailer' | 'signIn'> {
  visits: Pick<Visits, 'compact'>;
  origins: NotificationOptions['origins'];
  logger: { error(details: object, message: string): void };
}

export function allJobs(services: JobDependencies): Job[] {
  const { config, store, files, clock, jobs, visits, signIn, mailer, origins, logger } = services;
  const time = createTrustedTime({ store, clock, logger });
  const notifications = { store, clock, mailer, jobs, secret: signIn.secret, origins };
  const kinds = (at: Clock) => ({
    ...signInMails({ ...signIn, clock: at }),
    'confirm-entry': confirmEntryMail({ ...notifications, clock: at }),
    'form-entries': formEntriesMail({ ...notifications, clock: at }),
    'weekly-summary': weeklySummaryMail({ ...notifications, clock: at }),
  });
  const exported = { store, files, clock, origin: origins.pages };
  return [
    ...visitJobs({ store, clock, visits, time, eventDays: config.visitEventDays }),
    ...[
      eraseAccounts({ store, files, dataDir: config.dataDir }, clock),
      deleteExpiredSignIns(store, clock),
      forgetLimits(store),
      expireHistory(store, clock),
      expireActivities(store, clock, config.activityDays),
      deleteUnconfirmedEntries(store, clock),
      removeUnfinishedImports(store, clock),
      removeUnusedUploads({ store, files }, clock),
      deleteExpiredExports(exported),
      scheduleFormNotices(notifications),
      scheduleSummaries(notifications),
    ].map((job) => trusting(time, job)),
    recordSignIn(store),
    sendMail({ store, mailer, kinds, config }),
    makeExports(exported),
  ];
}

interface VisitJobDependencies extends Pick<JobDependencies, 'store' | 'clock' | 'visits'> {
  time: TrustedTime;
  eventDays: number;
}

export function visitJobs({ store, clock, visits, time, eventDays }: VisitJobDependencies): Job[] {
  return [
    sweepVisits(store, clock, time),
    rollUpVisits(store, clock),
    runRetention(store, clock, eventDays),
    compactVisits(store, clock, visits.compact),
    clearLog(store),
  ].map((job) => trusting(time, job));
}

/** Work that depends on the time of day waits for a process whose clock can be trusted. */
function trusting({ isTrusted }: TrustedTime, job: Job): Job {
  return { ...job, mayRun: isTrusted };
}
