import { ApiError, invalid } from '../../../contract/errors.ts';
import type { Micros } from '../../../contract/time.ts';
import type { PixelType } from '../../../contract/vocabulary.ts';
import { holdForEdit } from '../../storage/accounts/accounts.ts';
import { countPixels, deletePixel, insertPixel, updatePixel } from '../../storage/page/pixels.ts';
import type { Store } from '../../storage/store.ts';
import type { Executor, PixelRow } from '../../storage/tables.ts';
import type { Actor } from '../accounts/actor.ts';
import { logActivity } from '../activity/activity.ts';
import { type Quotas, standardQuotas } from '../plans/quotas.ts';
import { createDueVersion } from './history/due-version.ts';

export interface PixelFields {
  name: string;
  type: PixelType;
  pixel_id: string;
  status: number;
}

const subjectOf = (id: number) => ({ kind: 'pixel', id }) as const;

export const noSuchPixel = () => new ApiError('not_found', 'This account has no such pixel.');

/** Pixels are part of the page: the first edit after a pause stores a version. */
export function writePixels<T>(
  store: Store,
  accountId: number,
  at: Micros,
  work: (tx: Executor) => Promise<T>,
): Promise<T> {
  const version = createDueVersion(store, { accountId, at });
  return version.run(() =>
    store.write(accountId, async (tx) => {
      await version.put(tx);
      await holdForEdit(tx, accountId, at);
      return work(tx);
    }),
  );
}

/** Call it in the transaction that adds them, once it holds the account. */
export async function checkPixelRoom(
  tx: Executor,
  accountId: number,
  { quotas, more, field }: { quotas: Pick<Quotas, 'pixels'>; more: number; field: string },
): Promise<void> {
  if ((await countPixels(tx, accountId)) + more <= quotas.pixels) return;
  throw invalid({ [field]: [`An account can have ${quotas.pixels} pixels. Delete one first.`] });
}

/** Runs in a transaction of the caller. */
export async function createPixel(
  tx: Executor,
  store: Store,
  accountId: number,
  fields: PixelFields,
  actor: Actor,
  at: Micros,
  quotas: Pick<Quotas, 'pixels'> = standardQuotas,
): Promise<number> {
  await checkPixelRoom(tx, accountId, { quotas, more: 1, field: 'name' });
  const [id] = await store.dialect.allocateIds(tx, 1);
  await insertPixel(tx, accountId, {
    id: id!,
    name: fields.name,
    status: fields.status,
    pixel_id: fields.pixel_id,
    pixel_type: fields.type,
    created_at: at,
    updated_at: at,
  });
  const message = `The pixel "${fields.name}" was added.`;
  await logActivity(tx, store.dialect, accountId, actor, {
    type: 'pixel_created',
    subject: subjectOf(id!),
    message,
    at,
  });
  return id!;
}

export async function editPixel(
  store: Store,
  pixel: PixelRow,
  fields: Partial<PixelFields>,
  actor: Actor,
  at: Micros,
): Promise<void> {
  const { type, ...rest } = fields;
  await writePixels(store, pixel.account_id, at, async (tx) => {
    const values = { ...rest, ...(type ? { pixel_type: type } : {}), updated_at: at };
    if (!(await updatePixel(tx, pixel.account_id, pixel.id, values))) throw noSuchPixel();
    const message = `The pixel "${fields.name ?? pixel.name}" was changed.`;
    await logActivity(tx, store.dialect, pixel.account_id, actor, {
      type: 'pixel_updated',
      subject: subjectOf(pixel.id),
      message,
      at,
    });
  });
}

export async function removePixel(store: Store, accountId: number, pixelId: number, actor: Actor, at: Micros) {
  await writePixels(store, accountId, at, async (tx) => {
    const pixel = await deletePixel(tx, accountId, pixelId);
    if (!pixel) throw noSuchPixel();
    const message = `The pixel "${pixel.name}" was deleted.`;
    await logActivity(tx, store.dialect, accountId, actor, {
      type: 'pixel_deleted',
      subject: subjectOf(pixelId),
      message,
      at,
    });
  });
}
