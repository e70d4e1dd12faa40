// Runs one job of the installation. With STUCK, such as "writeVisits 2", it waits to be killed after the second time
// that its store or its file storage has done that. Otherwise it ends when the job has succeeded.
import { allJobs, type JobDependencies } from '../../../server/all-jobs.ts';
import { readConfig } from '../../../server/config.ts';
import { openFileStorage } from '../../../server/files/open.ts';
import { createJobs } from '../../../server/jobs/index.ts';
import { createMailer, mailFolderOf } from '../../../server/mail/mailer.ts';
import { openStore } from '../../../server/storage/store.ts';
import { compactDay } from '../../../server/visits/segments/compaction.ts';

const { JOB, NOW, STUCK } = process.env;
const [stuckIn, times] = (STUCK ?? '').split(' ');
const config = readConfig(process.env);
const clock = () => Number(NOW);
const store = await openStore(config.databaseUrl, { watch: false });
const logger = { warn: console.error, error: console.error };
const jobs = createJobs({ store, clock, logger, times: { leaseMs: 1000 } });
const mailer = createMailer({ smtpUrl: undefined, from: undefined, folder: mailFolderOf(config) });
const origins = { pages: () => 'https://links.example', dashboardLink: (path: string) => path };
const watched = {
  ...store,
  ...stuck(store, 'write'),
  ...stuck(store, 'writeUncached'),
  ...stuck(store, 'writeVisits'),
};
const files = openFileStorage(config);
const list = allJobs({
  ...{ config, clock, jobs, logger, store: watched },
  files: { ...files, ...stuck(files, 'put'), ...stuck(files, 'remove') },
  visits: { compact: (step) => compactDay(watched, step) },
  // Only mails of sign-in need more of it, and none is sent here.
  signIn: { store: watched, clock, origins, secret: async () => '' } as unknown as JobDependencies['signIn'],
  mailer,
  origins,
});
await jobs.start(list.filter(({ name }) => name === JOB));
setInterval(() => {
  if (jobs.figures().get(JOB!)!.succeededAt !== undefined) process.exit(0);
}, 20);

/** The method of that name, which does not return after those many times. */
function stuck<Name extends string, Of extends Record<Name, (...given: never[]) => Promise<unknown>>>(
  of: Of,
  name: Name,
): Pick<Of, Name> {
  let count = 0;
  const method = async (...given: never[]) => {
    const result = await of[name](...given);
    count += 1;
    if (name !== stuckIn || count < Number(times)) return result;
    process.stdout.write('stuck\n');
    return new Promise(() => {});
  };
  return { [name]: method } as Pick<Of, Name>;
}
