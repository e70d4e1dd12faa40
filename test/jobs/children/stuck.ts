// Runs these jobs of the installation. With STEP, such as 2, each waits to be killed after the second time that it has
// written to the store or the file storage, or sent a mail. Says which wait when the others are done.
import { allJobs, type JobDependencies } from '../../../server/all-jobs.ts';
import { readConfig } from '../../../server/config.ts';
import { openFileStorage } from '../../../server/files/open.ts';
import { createJobs } from '../../../server/jobs/index.ts';
import type { JobFigures } from '../../../server/jobs/runner.ts';
import { createMailer, mailFolderOf } from '../../../server/mail/mailer.ts';
import { openStore } from '../../../server/storage/store.ts';
import { compactDay } from '../../../server/visits/segments/compaction.ts';

const { JOBS, NOW, STEP } = process.env;
const names = JOBS!.split(' ');
const config = readConfig(process.env);
const clock = () => Number(NOW);
const store = await openStore(config.databaseUrl, { watch: false });
const logger = { warn: console.error, error: console.error };
const jobs = createJobs({ store, clock, logger, times: { leaseMs: 1000 } });
// Without a mail server, nobody would ask for some of the mails.
const mailer = { ...createMailer({ smtpUrl: undefined, from: undefined, folder: mailFolderOf(config) }), kind: 'smtp' };
const origins = { pages: () => 'https://links.example', dashboardLink: (path: string) => path };
const files = openFileStorage(config);
const waiting = new Set<string>();

await jobs.start(
  names.map((name) => {
    const after = stepsOf(name);
    const watched = after(store, ['write', 'writeUncached', 'writeVisits', 'note']);
    const dependencies = {
      ...{ config, clock, jobs, logger, origins, store: watched },
      files: after(files, ['put', 'remove']),
      mailer: after(mailer, ['send']),
      visits: { compact: (step: Parameters<typeof compactDay>[1]) => compactDay(watched, step) },
      // Only mails of sign-in need more of it, and none is sent here.
      signIn: { store: watched, clock, origins, secret: async () => '' },
    };
    return allJobs(dependencies as unknown as JobDependencies).find((job) => job.name === name)!;
  }),
);
setInterval(() => {
  const isDone = ({ running, succeededAt }: JobFigures) => running === 0 && succeededAt !== undefined;
  const isOver = (name: string) => waiting.has(name) || isDone(jobs.figures().get(name)!);
  if (names.every(isOver)) process.stdout.write(`${JSON.stringify([...waiting])}\n`);
}, 20);

/** Wraps methods of what the job works with: the one that is called as the STEP-th of all does not return. */
function stepsOf(job: string) {
  let taken = 0;
  return function watched<Of extends object>(of: Of, methods: readonly (keyof Of & string)[]): Of {
    const wrapped = methods.map((name) => {
      const call = of[name] as (...given: unknown[]) => Promise<unknown>;
      const method = async (...given: unknown[]) => {
        const result = await call(...given);
        taken += 1;
        if (taken !== Number(STEP)) return result;
        waiting.add(job);
        return new Promise(() => {});
      };
      return [name, method];
    });
    return { ...of, ...Object.fromEntries(wrapped) };
  };
}
