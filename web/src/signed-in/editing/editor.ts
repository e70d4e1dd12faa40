// The editor of one account: shows changes at once, saves them in order, and undoes them.
import type { QueryClient } from '@tanstack/react-query';
import type { Block } from '../../../../clients/typescript/index.ts';
import { isConnected, onConnection } from '../../api/connection.ts';
import { blocksQuery, sectionQuery } from '../queries.ts';
import type { Clash } from './clashes.ts';
import { createDrafts, type Draft, type Drafts } from './drafts.ts';
import {
  blocksAfter,
  type EditTarget,
  inverseOf,
  type Operation,
  type SectionName,
  sectionAfter,
} from './operations.ts';
import { createQueue, type QueueState } from './queue.ts';
import { createSender } from './requests.ts';
import type { TabStorages } from './tab-storage.ts';
import { createUndoStack, type Step } from './undo.ts';

export interface Conflict {
  readonly target: EditTarget;
  readonly clashes: readonly Clash[];
  /** Saves the owner's values, or keeps the others. */
  settle(keepsOwn: boolean): void;
}

export interface RejectedChange {
  readonly label: string;
  readonly error: unknown;
}

/** What the screen shows about saving. A new object whenever something changes. */
export interface EditorState {
  readonly saving: QueueState;
  readonly pending: readonly Operation[];
  /** When the last change was saved. */
  readonly savedAt: number | undefined;
  readonly conflict: Conflict | undefined;
  /** The last change that the service refused, until the owner has seen it. */
  readonly refused: RejectedChange | undefined;
  readonly undoable: string | undefined;
  readonly redoable: string | undefined;
}

export interface ChangeOptions {
  /** Waits this long for further changes of the same kind. */
  delayMs?: number;
}

export interface Editor {
  readonly drafts: Drafts;
  /**
   * Resolves when it is saved; rejects if it is refused. `label` names it for undoing, such as “Shop deleted”. Several
   * operations are undone together.
   */
  change(change: Operation | readonly Operation[], label: string, options?: ChangeOptions): Promise<void>;
  /** The same, where nobody waits for it: a refusal is shown above the screen. */
  attempt(change: Operation | readonly Operation[], label: string, options?: ChangeOptions): void;
  dismissRejected(): void;
  /** Undoes the last change, or the one that the operation belongs to. Returns the label of what was undone. */
  undo(operation?: Operation): string | undefined;
  redo(): string | undefined;
  state(): EditorState;
  subscribe(listener: () => void): () => void;
  /** For keys of rows: stays the same when a new record gets its real id. */
  rowKey(id: number): number;
  start(): () => void;
}

const CHANNEL = 'fingerpost-page';

/** By the time, since ids of an earlier visit may still be waiting to be saved. */
let provisional = -Date.now();
/** Stands for a record until the service has given it an id. */
export function provisionalId(): number {
  provisional -= 1;
  return provisional;
}

export function createEditor(client: QueryClient, owner: string, storages: TabStorages): Editor {
  const listeners = new Set<() => void>();
  const rowKeys = new Map<number, number>();
  const undoStack = createUndoStack();
  const drafts = createDrafts(storages.open<[string, Draft]>('drafts'));
  const channel = new BroadcastChannel(CHANNEL);
  let savedAt: number | undefined;
  let conflict: Conflict | undefined;
  let refused: RejectedChange | undefined;
  let state: EditorState | undefined;

  const ask = (target: EditTarget, clashes: readonly Clash[]) =>
    new Promise<boolean>((resolve) => {
      conflict = {
        target,
        clashes,
        settle(keepsOwn) {
          conflict = undefined;
          update();
          resolve(keepsOwn);
        },
      };
      update();
    });

  const queue = createQueue({
    sender: createSender(ask),
    storage: storages.open('pending'),
    onChange: update,
    async onSaved(operation, result) {
      for (const [id, real] of result.ids ?? []) rowKeys.set(real, id);
      if (result.ids) drafts.setIds(result.ids);
      savedAt = Date.now();
      await showSaved(client, operation);
      channel.postMessage(owner);
      if (queue.pending().length === 1) refresh();
    },
  });

  function update(): void {
    state = {
      saving: queue.state(),
      pending: queue.pending(),
      savedAt,
      conflict,
      refused,
      undoable: undoStack.undoable()?.label,
      redoable: undoStack.redoable()?.label,
    };
    for (const listener of listeners) listener();
  }

  function refresh(): void {
    client.invalidateQueries({ queryKey: ['blocks'] });
    client.invalidateQueries({ queryKey: ['section'] });
    client.invalidateQueries({ queryKey: ['profile'] });
    client.invalidateQueries({ queryKey: ['versions'] });
    client.invalidateQueries({ queryKey: ['link'] });
  }

  function run(step: Step | undefined): string | undefined {
    if (!step) return undefined;
    for (const { operation } of step.parts) save(operation).catch((error) => refuse(step.label, error));
    update();
    return step.label;
  }

  async function change(
    given: Operation | readonly Operation[],
    label: string,
    { delayMs }: ChangeOptions = {},
  ): Promise<void> {
    const operations = 'type' in given ? [given] : given;
    undoStack.done(operations, label);
    await Promise.all(operations.map((operation) => save(operation, delayMs)));
  }

  /** What is refused or has changed nothing cannot be undone. */
  async function save(operation: Operation, delayMs?: number): Promise<void> {
    try {
      const outcome = await queue.add(operation, delayMs);
      if (inverseOf(operation, outcome)) undoStack.setOutcome(operation, outcome);
      else undoStack.forget(operation);
    } catch (error) {
      undoStack.forget(operation);
      refresh();
      throw error;
    } finally {
      update();
    }
  }

  function refuse(label: string, error: unknown): void {
    refused = { label, error };
    update();
  }

  update();

  return {
    drafts,
    change,
    attempt(given, label, options) {
      change(given, label, options).catch((error) => refuse(label, error));
    },
    dismissRejected() {
      refused = undefined;
      update();
    },
    undo: (operation) => run(undoStack.takeUndo(operation)),
    redo: () => run(undoStack.takeRedo()),
    state: () => state!,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    rowKey: (id) => rowKeys.get(id) ?? id,
    start() {
      const wake = () => queue.wake();
      channel.onmessage = ({ data }) => data === owner && queue.pending().length === 0 && refresh();
      const ignoreConnection = onConnection(() => (isConnected() ? wake() : update()));
      queue.wake();
      return () => {
        ignoreConnection();
        channel.close();
        queue.stop();
      };
    },
  };
}

/** In the cache, until it is read again. */
async function showSaved(client: QueryClient, operation: Operation): Promise<void> {
  if (operation.type === 'edit' && operation.target.kind === 'section') {
    const { section } = operation.target;
    const { queryKey } = sectionQuery(section);
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (fields) => fields && sectionAfter(fields, section, operation));
    return;
  }
  const { queryKey } = blocksQuery;
  await client.cancelQueries({ queryKey });
  if (operation.type === 'restore' || operation.type === 'restore-version') {
    await client.refetchQueries({ queryKey });
    if (operation.type === 'restore-version') await client.refetchQueries({ queryKey: ['section'] });
    return;
  }
  client.setQueryData(queryKey, (page) => page && { ...page, records: [...blocksAfter(page.records, operation)] });
}

export function blocksWith(blocks: readonly Block[], pending: readonly Operation[]): readonly Block[] {
  return pending.reduce(blocksAfter, blocks);
}

export function sectionWith<T extends object>(fields: T, section: SectionName, pending: readonly Operation[]): T {
  return pending.reduce((shown, operation) => sectionAfter(shown, section, operation), fields);
}
