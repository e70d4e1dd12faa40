// The thread in which large imports are planned: it reads the store through connections of its own, and is told the ids
// that it needs.
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../../../contract/errors.ts';
import { openVault } from '../../files/open.ts';
import { VaultUnavailable } from '../../files/vault.ts';
import { openScratch } from '../../storage/scratch.ts';
import { openReadOnly } from '../../storage/store.ts';
import type { FromThread, ThreadSettings, ToThread } from './planning-thread.ts';
import { answeredPlan, type ImportRequest } from './planning.ts';

const port = parentPort!;
const { databaseUrl, vault, quotaBytes } = workerData as ThreadSettings;
const dialect = openReadOnly(databaseUrl);
const services = {
  store: { read: dialect.read, dialect },
  files: openVault(vault),
  quotaBytes,
  scratch: await openScratch(),
  async allocateIds(count: number): Promise<number[]> {
    tell({ idsNeeded: count });
    const [{ ids }] = (await once(port, 'message')) as [Extract<ToThread, { ids: number[] }>];
    return ids;
  },
};

yieldToServing();
port.on('message', async (message: ToThread) => {
  if ('request' in message) tell(await outcome(message.request));
});

async function outcome(request: ImportRequest): Promise<FromThread> {
  try {
    return { plan: await answeredPlan(services, request, () => tell({ hasRead: true })) };
  } catch (error) {
    if (error instanceof Refusal) {
      const { code, message, status, errors } = error;
      return { refusal: { code, message, status, errors } };
    }
    const isUnavailable = dialect.isUnavailable(error) || error instanceof VaultUnavailable;
    return { failure: error as Error, isUnavailable };
  }
}

function tell(message: FromThread): void {
  port.postMessage(message);
}

/** Where processors are short, requests come first. Only Linux gives a thread a priority of its own. */
function yieldToServing(): void {
  try {
    const threadId = Number(basename(readlinkSync('/proc/thread-self')));
    setPriority(threadId, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Then it has the same priority as everything else.
  }
}
