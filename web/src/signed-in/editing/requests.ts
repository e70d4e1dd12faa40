// Sends operations to the API. Edits carry the ETag of what they change. If it was changed elsewhere, other fields are
// merged, and the owner is asked about the same one.
import {
  type BlockItem,
  type CallOptions,
  type EditOptions,
  etagOf,
  FingerpostError,
} from '../../../../clients/typescript/index.ts';
import { api } from '../../api/client.ts';
import { allBlocks } from '../queries.ts';
import { type Clash, clashesOf, without } from './clashes.ts';
import type { EditTarget, Fields, ListTarget, Operation, Outcome, RemovalTarget, SectionName } from './operations.ts';

export interface Sender {
  send(operation: Operation): Promise<SendResult>;
}

export interface SendResult extends Outcome {
  /** The ids that the service gave, by the ids that stood for them. */
  readonly ids?: ReadonlyMap<number, number>;
}

/** Whether the owner's values are to be saved. */
export type AskAboutClashes = (target: EditTarget, clashes: readonly Clash[]) => Promise<boolean>;

const MAX_ATTEMPTS = 5;
const DRAWN = '/pictures/thumbnail/';

interface Section {
  get(options?: CallOptions): Promise<object>;
  edit(fields: never, options?: EditOptions): Promise<object>;
}

const sections: Record<SectionName, Section> = {
  profile: { get: api.user.getProfile, edit: api.user.editProfile },
  seo: { get: api.user.getSeo, edit: api.user.editSeo },
  social: { get: api.user.getSocial, edit: api.user.editSocial },
  customize: { get: api.user.getCustomize, edit: api.user.editCustomize },
  background: { get: api.user.getBackground, edit: api.user.editBackground },
  options: { get: api.user.getOptions, edit: api.user.editOptions },
};

export function createSender(ask: AskAboutClashes): Sender {
  const etags = new Map<string, string | undefined>();

  async function edit(target: EditTarget, sent: { patch: Fields; base: Fields }): Promise<void> {
    const name = JSON.stringify(target);
    let patch: Fields | undefined = sent.patch;
    for (let attempt = 1; ; attempt += 1) {
      if (!etags.get(name)) {
        const record = await read(target);
        const clashes = clashesOf({ patch, base: sent.base }, withoutGenerated(record));
        if (clashes.length > 0 && !(await ask(target, clashes))) patch = without(patch, clashes);
        if (!patch) return;
        etags.set(name, etagOf(record));
      }
      try {
        etags.set(name, etagOf(await write(target, patch, { ifMatch: etags.get(name) })));
        return;
      } catch (error) {
        etags.delete(name);
        if (!isOutdated(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  return {
    async send(operation) {
      switch (operation.type) {
        case 'edit':
          await edit(operation.target, operation);
          return {};
        case 'order':
          await reorder(operation.target, operation.order);
          return {};
        case 'move': {
          const { itemId, from, to } = operation;
          await api.blocks.editItem(from.blockId, itemId, { block_id: to.blockId, position: to.index + 1 });
          return {};
        }
        case 'create-block': {
          const created = await api.blocks.create(operation.draft, { idempotencyKey: operation.key });
          return { ids: idsOf(operation, created) };
        }
        case 'create-item': {
          const { blockId, draft, key, id } = operation;
          const created = await api.blocks.createItem(blockId, draft, { idempotencyKey: key });
          return { ids: new Map([[id, created.id]]) };
        }
        case 'duplicate':
          return { ids: idsOf(operation, await duplicate(operation.target, operation.key)) };
        case 'delete':
          await remove(operation.target);
          return {};
        case 'restore':
          await restore(operation.target);
          return {};
        case 'restore-version': {
          const { version_id } = await api.page.restoreVersion(operation.versionId, {});
          return version_id === null ? {} : { versionId: version_id };
        }
      }
    },
  };
}

/** A generated picture stands for none: edits say null. */
function withoutGenerated(record: object): object {
  return JSON.parse(JSON.stringify(record), (_, value) => (isGenerated(value) ? null : value));
}

function isGenerated(value: unknown): boolean {
  return typeof value === 'string' && /^https?:[^?#]*\/pictures\/[\w/-]+\.(?:svg|jpg)$/.test(value);
}

function read(target: EditTarget): Promise<object> {
  if (target.kind === 'section') return sections[target.section].get();
  if (target.kind === 'block') return api.blocks.get(target.blockId);
  return withoutDrawing(api.blocks.getItem(target.blockId, target.itemId));
}

/** An item without a picture has the address of a drawn one; in an edit it is null. */
async function withoutDrawing(reading: Promise<BlockItem>): Promise<object> {
  const item = await reading;
  if (item.thumbnail.includes(DRAWN)) Object.assign(item, { thumbnail: null });
  return item;
}

function write(target: EditTarget, patch: Fields, options: EditOptions): Promise<object> {
  if (target.kind === 'section') return sections[target.section].edit(patch as never, options);
  if (target.kind === 'block') return api.blocks.edit(target.blockId, patch, options);
  return api.blocks.editItem(target.blockId, target.itemId, patch, options);
}

/** If blocks or items were added or deleted elsewhere, those that are left are ordered. */
async function reorder(target: ListTarget, order: readonly number[]): Promise<void> {
  try {
    await sendOrder(target, order);
  } catch (error) {
    if (!(error instanceof FingerpostError) || error.code !== 'invalid') throw error;
    const current = await idsIn(target);
    const known = order.filter((id) => current.includes(id));
    await sendOrder(target, [...known, ...current.filter((id) => !known.includes(id))]);
  }
}

function sendOrder(target: ListTarget, order: readonly number[]): Promise<unknown> {
  const fields = { order: [...order] };
  return target.kind === 'blocks' ? api.blocks.reorder(fields) : api.blocks.reorderItems(target.blockId, fields);
}

async function idsIn(target: ListTarget): Promise<readonly number[]> {
  if (target.kind === 'items') return (await api.blocks.get(target.blockId)).items.map(({ id }) => id);
  return (await api.blocks.list(allBlocks)).records.map(({ id }) => id);
}

interface CreatedRecord {
  readonly id: number;
  readonly items?: readonly { readonly id: number }[];
}

function duplicate(target: RemovalTarget, idempotencyKey: string): Promise<CreatedRecord> {
  const options = { idempotencyKey };
  return target.kind === 'block'
    ? api.blocks.duplicate(target.blockId, options)
    : api.blocks.duplicateItem(target.blockId, target.itemId, options);
}

/** A block may have got or lost items elsewhere before it was duplicated. */
function idsOf(
  { id, itemIds }: { id: number; itemIds: readonly number[] },
  { id: realId, items = [] }: CreatedRecord,
): ReadonlyMap<number, number> {
  const real = items.slice(0, itemIds.length).map((item, index) => [itemIds[index]!, item.id] as const);
  return new Map([[id, realId], ...real]);
}

/** What is gone already need not be deleted. */
async function remove(target: RemovalTarget): Promise<void> {
  try {
    if (target.kind === 'block') await api.blocks.delete(target.blockId);
    else await api.blocks.deleteItem(target.blockId, target.itemId);
  } catch (error) {
    if (!(error instanceof FingerpostError) || error.code !== 'not_found') throw error;
  }
}

function restore(target: RemovalTarget): Promise<unknown> {
  return target.kind === 'block'
    ? api.blocks.restore(target.blockId)
    : api.blocks.restoreItem(target.blockId, target.itemId);
}

function isOutdated(error: unknown): boolean {
  return error instanceof FingerpostError && error.code === 'precondition_failed';
}
