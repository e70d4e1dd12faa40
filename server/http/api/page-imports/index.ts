// Page imports, with limited concurrency. Small ones are planned in the event loop, large ones in a thread.
import { answeredBefore } from '../../../domain/idempotency.ts';
import { runImport } from '../../../domain/import/document/index.ts';
import { countPageRows } from '../../../storage/page/page-rows.ts';
import { isImportNoted, removeHiddenRows } from '../../../storage/page/pending-rows.ts';
import { openScratch, type Scratch } from '../../../storage/scratch.ts';
import { createWorkQueue } from '../../../workers/work-queue.ts';
import type { Services } from '../../services.ts';
import { type AnsweredPlan, answeredPlan, type ImportRequest, isVersion } from './planning.ts';
import { createPlanningThread, tooManyImports } from './planning-thread.ts';

/** In bytes. Planning a larger body would block other requests too long. */
export const SMALL_BODY = 32 * 1024;
/** In rows of the existing page. */
const SMALL_PAGE = 300;
/** A queue runs one import at a time. All imports of an account use the same queue. */
const QUEUES = 4;
const MAX_WAITING = 16;

/** A response without an ETag is that to an earlier request with the same `Idempotency-Key`. */
export type ImportAnswer = Pick<AnsweredPlan, 'answer'> & Partial<Pick<AnsweredPlan, 'etag'>>;

/** Ends the planning of an import that was done before. */
class Repeated extends Error {
  readonly answer: string;
  constructor(answer: string) {
    super('the import is a repetition');
    this.answer = answer;
  }
}

export interface PageImports {
  run(request: ImportRequest): Promise<ImportAnswer>;
  close(): Promise<void>;
}

export function createPageImports({ config, store, measure }: Services): PageImports {
  const queues = Array.from({ length: QUEUES }, () =>
    createWorkQueue({ slots: MAX_WAITING, maxPerAccount: MAX_WAITING }),
  );
  const { databaseUrl, publicUrl } = config;
  const allocateIds = (count: number) => store.writeInstallation((tx) => store.dialect.allocateIds(tx, count));
  const thread = createPlanningThread({ databaseUrl, publicUrl }, allocateIds);
  let scratch: Promise<Scratch> | undefined;

  async function planHere(request: ImportRequest): Promise<AnsweredPlan> {
    scratch ??= openScratch();
    return answeredPlan({ store, allocateIds, measure, scratch: await scratch }, request);
  }

  async function isSmall({ accountId, body }: ImportRequest): Promise<boolean> {
    if (body instanceof Uint8Array || (isVersion(body) && body.version.items > SMALL_PAGE)) return false;
    return (await countPageRows(store.read, accountId)) <= SMALL_PAGE;
  }

  async function refuseRepetition({ accountId, once }: ImportRequest): Promise<void> {
    const answer = once && (await answeredBefore(store.read, accountId, once));
    if (answer !== undefined) throw new Repeated(answer);
  }

  return {
    async run(request) {
      const done = queues[request.accountId % QUEUES]!.run(request.accountId, async () => {
        const { accountId, body } = request;
        // A version has the ids of rows that an unfinished import may have left.
        if (isVersion(body) && body.purpose === 'restore' && (await isImportNoted(store.read, accountId))) {
          await removeHiddenRows(store, accountId);
        }
        const plan = (await isSmall(request)) ? planHere : thread.plan;
        // It may have been done in another process since the last plan.
        return runImport(store, request, async () => {
          await refuseRepetition(request);
          return plan(request);
        });
      });
      if (!done) throw tooManyImports();
      try {
        return await done;
      } catch (error) {
        if (error instanceof Repeated) return { answer: Buffer.from(error.answer) };
        throw error;
      }
    },
    async close() {
      await thread.close();
      await (await scratch)?.close();
    },
  };
}
