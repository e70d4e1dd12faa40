// A process that stops in the middle of a job, at the step that it is told, and waits there to be killed.
import { Type } from 'typebox';
import { createJobs } from '../../../server/jobs/index.ts';
import { defineJob } from '../../../server/jobs/job.ts';
import { openStore } from '../../../server/storage/store.ts';
import { createClock } from '../../../server/system/clock.ts';
import { addEffect } from '../../support/jobs.ts';

const [databaseUrl, step] = process.argv.slice(2) as [string, string];
const store = await openStore(databaseUrl, { watch: false });
const silent = { warn() {}, error() {} };

function waitAt(here: string): Promise<void> {
  if (step !== here) return Promise.resolve();
  process.stdout.write('here\n');
  return new Promise(() => setInterval(() => {}, 1000));
}

const job = defineJob({
  name: 'effect',
  payload: Type.Object({}),
  maxAttempts: 3,
  concurrency: 1,
  async run(_payload, { endIn }) {
    await waitAt('claimed');
    await store.writeInstallation(async (tx) => {
      await addEffect(tx);
      await waitAt('running');
      await endIn(tx);
      await waitAt('ending');
    });
    await waitAt('done');
  },
});
await createJobs({ store, clock: createClock(), logger: silent, times: { leaseMs: 1000 } }).start([job]);
