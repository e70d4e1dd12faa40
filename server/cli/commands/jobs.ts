// `fingerpost jobs …`
import { ApiError } from '../../../contract/errors.ts';
import { timestamp } from '../../../contract/time.ts';
import { type ListedJob, listedStates, listJobs, retryJobs } from '../../storage/job-listing.ts';
import { type Command, choice, command } from '../command.ts';
import { batchesOf, type Listing, shownTime } from '../io/output.ts';
import { whileStopped } from '../while-stopped.ts';

const nameOption = { type: 'string', value: 'NAME', help: 'Only jobs with this name, such as mail' } as const;

export const jobsCommands: Command[] = [
  command({
    name: 'jobs list',
    summary: 'List background jobs; what they are about is not shown',
    arguments: [],
    options: {
      state: {
        type: 'string',
        value: listedStates.join('|'),
        help: 'Only jobs in this state; by default all but done',
      },
      name: nameOption,
    },
    example: 'fingerpost jobs list --state failed',
    json: `an array of {"id","name","account_id","state","attempts","due_at","created_at","finished_at","last_error"}.
What does not apply is null.`,
    async run({ options }, context) {
      const state = options.state === undefined ? undefined : choice('state', options.state, listedStates);
      const store = await context.store('read');
      const filter = { state, name: options.name };
      const batches = batchesOf(async (afterId, count) =>
        (await listJobs(store.read, store.dialect.now, filter, { afterId, count })).map(jobItem),
      );
      await context.output.list(batches, jobListing);
    },
  }),

  command({
    name: 'jobs retry',
    summary: 'Run failed jobs again: one, those with a name, or all',
    arguments: ['[JOB-ID]'],
    options: { name: nameOption },
    notes: '"fingerpost jobs list --state failed" shows the ids. The service runs them within a second.',
    example: 'fingerpost jobs retry --name mail',
    json: '{"count":<jobs>,"message":"<sentence>"}',
    async run({ arguments: [given], options }, context) {
      const id = given === undefined ? undefined : Number(given);
      if (id !== undefined && (!/^\d+$/.test(given!) || !Number.isSafeInteger(id))) throw noSuchJob(given!);
      const store = await context.store('write');
      const count = await store.writeInstallation((tx) => retryJobs(tx, store.dialect.now, { id, name: options.name }));
      if (count === 0 && given !== undefined) throw noSuchJob(given);
      const sentence = count === 1 ? 'One job will run again.' : `${count} jobs will run again.`;
      const message =
        count === 0 ? 'No job has failed.' : sentence + (await whileStopped(store, 'that happens when it starts'));
      context.output.done({ count, message });
    },
  }),
];

function noSuchJob(given: string): ApiError {
  return new ApiError('not_found', `There is no failed job ${given}.`);
}

function jobItem({ due_at, created_at, finished_at, ...job }: ListedJob) {
  return {
    ...job,
    due_at: timestamp(due_at),
    created_at: timestamp(created_at),
    finished_at: finished_at === null ? null : timestamp(finished_at),
  };
}

const jobListing: Listing<ReturnType<typeof jobItem>> = {
  empty: 'There are no such jobs.',
  columns: [
    { heading: 'ID', cell: ({ id }) => String(id) },
    { heading: 'NAME', cell: ({ name }) => name },
    { heading: 'ACCOUNT', cell: ({ account_id }) => String(account_id ?? '') },
    { heading: 'STATE', cell: ({ state }) => state },
    { heading: 'ATTEMPTS', cell: ({ attempts }) => String(attempts) },
    { heading: 'DUE (UTC)', cell: ({ due_at }) => shownTime(due_at) },
    { heading: 'LAST ERROR', cell: ({ last_error }) => last_error ?? '' },
  ],
};
