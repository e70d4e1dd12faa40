// Saves operations one after the other. A refusal ends an operation; when the service cannot be reached, the queue waits
// and tries again.
import { FingerpostError } from '../../../../clients/typescript/index.ts';
import { SignInDeclined } from '../../api/sign-in-requests.ts';
import { type Operation, withIds } from './operations.ts';
import type { Sender, SendResult } from './requests.ts';
import type { TabStorage } from './tab-storage.ts';

export type QueueState = 'idle' | 'saving' | 'retrying' | 'offline';

export interface Queue {
  /** Resolves when the operation is saved; rejects if it is refused. */
  add(operation: Operation, delayMs?: number): Promise<SendResult>;
  pending(): readonly Operation[];
  state(): QueueState;
  /** The id that the service gave, for one that stood for it. */
  realId(id: number): number;
  /** Tries again at once. */
  wake(): void;
  stop(): void;
}

interface QueueOptions {
  sender: Sender;
  storage: TabStorage<Operation>;
  /** Before the operation leaves the list of pending ones. */
  onSaved(operation: Operation, result: SendResult): Promise<void>;
  onChange(): void;
}

interface Entry {
  operation: Operation;
  notBefore: number;
  resolve(result: SendResult): void;
  reject(error: unknown): void;
}

const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 30_000;

export function createQueue({ sender, storage, onSaved, onChange }: QueueOptions): Queue {
  const ids = new Map<number, number>();
  const realId = (id: number) => ids.get(id) ?? id;
  let entries: readonly Entry[] = storage
    .read()
    .map((operation) => ({ operation, notBefore: 0, resolve() {}, reject() {} }));
  let pending = operationsOf(entries);
  let state: QueueState = 'idle';
  let isRunning = false;
  let isStopped = false;
  let wakeUp = () => {};

  function set(next: readonly Entry[], nextState = state): void {
    entries = next;
    pending = operationsOf(entries);
    state = nextState;
    storage.write(pending);
    onChange();
  }

  async function run(): Promise<void> {
    if (isRunning || isStopped) return;
    isRunning = true;
    for (let failures = 0; entries.length > 0 && !isStopped; ) {
      const [first] = entries as [Entry];
      if (first.notBefore > Date.now()) {
        await rest(first.notBefore - Date.now());
        continue;
      }
      set(entries, failures === 0 ? 'saving' : state);
      try {
        const result = await sender.send(withIds(first.operation, realId));
        failures = 0;
        for (const [id, real] of result.ids ?? []) ids.set(id, real);
        await onSaved(withIds(first.operation, realId), result);
        set(entries.filter((entry) => entry !== first).map(withRealIds));
        first.resolve(result);
      } catch (error) {
        if (mayHelpToRetry(error)) {
          failures += 1;
          set(entries, navigator.onLine ? 'retrying' : 'offline');
          await rest(pauseAfter(error, failures));
        } else {
          set(entries.filter((entry) => entry !== first));
          first.reject(error);
        }
      }
    }
    isRunning = false;
    if (!isStopped) set(entries, 'idle');
  }

  const withRealIds = (entry: Entry): Entry => Object.assign(entry, { operation: withIds(entry.operation, realId) });

  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    add(given, delayMs = 0) {
      const operation = withIds(given, realId);
      const last = entries.at(-1);
      const previous = last && last.notBefore > Date.now() ? joined(last.operation, operation) : undefined;
      const { promise, resolve, reject } = Promise.withResolvers<SendResult>();
      const entry = { operation: previous ?? operation, notBefore: Date.now() + delayMs, resolve, reject };
      if (previous) {
        promise.then(last!.resolve, last!.reject);
        set([...entries.slice(0, -1), entry]);
      } else set([...entries, entry]);
      run();
      return promise;
    },
    pending: () => pending,
    state: () => state,
    realId,
    wake() {
      wakeUp();
      run();
    },
    stop() {
      isStopped = true;
      wakeUp();
    },
  };
}

const operationsOf = (entries: readonly Entry[]) => entries.map(({ operation }) => operation);

/** Several moves in a row are saved as one. */
function joined(one: Operation, other: Operation): Operation | undefined {
  if (one.type !== 'order' || other.type !== 'order') return undefined;
  if (JSON.stringify(one.target) !== JSON.stringify(other.target)) return undefined;
  return { ...other, base: one.base };
}

/** Somebody who closed the sign-in dialog is not asked again at once. */
function pauseAfter(error: unknown, failures: number): number {
  return error instanceof SignInDeclined ? MAX_RETRY_MS : Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));
}

function mayHelpToRetry(error: unknown): boolean {
  // The owner closed the sign-in dialog. What was typed waits until they sign in.
  if (error instanceof SignInDeclined) return true;
  if (!(error instanceof FingerpostError)) return false;
  return error.status === undefined || error.status >= 500 || error.status === 429;
}
