// Double opt-in: a sign-up is stored apart until the owner of the address confirms it, for seven days.
import { DAY, type Micros } from '../../../contract/time.ts';
import { holdAccount } from '../../storage/accounts/accounts.ts';
import { countFormEntries } from '../../storage/page/form-entries.ts';
import {
  countUnconfirmed,
  deleteUnconfirmed,
  findUnconfirmed,
  findUnconfirmedOf,
  insertUnconfirmed,
  isSubscriber,
} from '../../storage/page/unconfirmed-entries.ts';
import type { Store } from '../../storage/store.ts';
import type { Executor } from '../../storage/tables.ts';
import { addEntry, type EntryRequest, type Form, fieldsOf, isOpen, reportFull } from './forms.ts';

export const CONFIRMATION_LIFE: Micros = 7 * DAY;
/** So long, one address gets no second mail about a form. */
const RESENT_AFTER: Micros = DAY;

/** Like `takeEntry`. A visitor cannot see whether the address is on the list, or was entered before. */
export async function takeUnconfirmed(
  store: Store,
  { accountId, quotas, at }: EntryRequest,
  { blockId, kind }: Form,
  values: Record<string, string>,
  askToConfirm: (tx: Executor, entryId: number) => Promise<void>,
): Promise<'taken' | 'full' | 'gone'> {
  const subscriber = values.email!.toLowerCase();
  const outcome = await store.writeUncached(async (tx) => {
    await holdAccount(tx, accountId);
    if (!(await isOpen(tx, accountId, blockId, kind))) return 'gone';
    if (await isSubscriber(tx, accountId, blockId, subscriber)) return 'taken';
    const before = await findUnconfirmedOf(tx, accountId, blockId, subscriber);
    if (before && at - before.created_at < RESENT_AFTER) return 'taken';
    const stored = (await countFormEntries(tx, accountId)) + (await countUnconfirmed(tx, accountId));
    if (!before && stored >= quotas.formEntries) return 'full';
    // The link of an earlier mail ends here.
    if (before) await deleteUnconfirmed(tx, accountId, before.id);
    const [id] = await store.dialect.allocateIds(tx, 1);
    const entry = { id: id!, block_id: blockId, fields: fieldsOf(values), subscriber, created_at: at };
    await insertUnconfirmed(tx, accountId, entry);
    await askToConfirm(tx, id!);
    return 'taken';
  });
  if (outcome === 'full') await reportFull(store, { accountId, quotas, at });
  return outcome;
}

/** Whether the entry still waits for its confirmation. */
export async function isUnconfirmed(
  { read }: Pick<Store, 'read'>,
  { accountId, entryId, at }: { accountId: number; entryId: number; at: Micros },
): Promise<boolean> {
  const entry = await findUnconfirmed(read, accountId, entryId);
  return entry !== undefined && at - entry.created_at < CONFIRMATION_LIFE;
}

/** Returns false if there is no such entry any more. */
export async function confirmEntry(
  store: Store,
  { accountId, blockId, entryId, at }: { accountId: number; blockId: number; entryId: number; at: Micros },
): Promise<boolean> {
  return store.writeUncached(async (tx) => {
    await holdAccount(tx, accountId);
    const entry = await findUnconfirmed(tx, accountId, entryId);
    if (entry?.block_id !== blockId || at - entry.created_at >= CONFIRMATION_LIFE) return false;
    const { block_id, fields, subscriber } = entry;
    await addEntry(store, tx, accountId, { block_id, kind: 'signup', fields, subscriber, created_at: at });
    await deleteUnconfirmed(tx, accountId, entryId);
    return true;
  });
}
