// Double opt-in: a sign-up is stored apart until the owner of the address confirms it, for seven days.
import { DAY, type Micros } from '../../../contract/time.ts';
import { holdAccount } from '../../storage/accounts/accounts.ts';
import { countFormEntries } from '../../storage/page/form-entries.ts';
import {
  countUnconfirmed,
  deleteAllUnconfirmedBefore,
  deleteUnconfirmed,
  findUnconfirmed,
  findUnconfirmedOf,
  insertUnconfirmed,
  isSubscriber,
} from '../../storage/page/unconfirmed-entries.ts';
import type { Store } from '../../storage/store.ts';
import { addEntry, type EntryRequest, type Form, fieldsOf, isOpen, reportFull } from './forms.ts';

const LIFE: Micros = 7 * DAY;
/** So long, one address gets no second mail about a form. */
const RESENT_AFTER: Micros = DAY;

export interface Confirmation {
  outcome: 'taken' | 'full' | 'gone';
  /** The entry to confirm, if a mail has to be sent. */
  entryId?: number;
}

/** Like `takeEntry`. A visitor cannot see whether the address is on the list, or was entered before. */
export async function takeUnconfirmed(
  store: Store,
  { accountId, quotas, at }: EntryRequest,
  { blockId, kind }: Form,
  values: Record<string, string>,
): Promise<Confirmation> {
  const subscriber = values.email!.toLowerCase();
  const result = await store.writeUncached(async (tx): Promise<Confirmation> => {
    await holdAccount(tx, accountId);
    if (!(await isOpen(tx, accountId, blockId, kind))) return { outcome: 'gone' };
    if (await isSubscriber(tx, accountId, blockId, subscriber)) return { outcome: 'taken' };
    const before = await findUnconfirmedOf(tx, accountId, blockId, subscriber);
    if (before && at - before.created_at < RESENT_AFTER) return { outcome: 'taken' };
    const stored = (await countFormEntries(tx, accountId)) + (await countUnconfirmed(tx, accountId));
    if (!before && stored >= quotas.formEntries) return { outcome: 'full' };
    // The link of an earlier mail ends here.
    if (before) await deleteUnconfirmed(tx, accountId, before.id);
    const [id] = await store.dialect.allocateIds(tx, 1);
    const entry = { id: id!, block_id: blockId, fields: fieldsOf(values), subscriber, created_at: at };
    await insertUnconfirmed(tx, accountId, entry);
    return { outcome: 'taken', entryId: id! };
  });
  if (result.outcome === 'full') await reportFull(store, { accountId, quotas, at });
  return result;
}

/** Returns false if there is no such entry any more. */
export async function confirmEntry(
  store: Store,
  { accountId, blockId, entryId, at }: { accountId: number; blockId: number; entryId: number; at: Micros },
): Promise<boolean> {
  return store.writeUncached(async (tx) => {
    await holdAccount(tx, accountId);
    const entry = await findUnconfirmed(tx, accountId, entryId);
    if (entry?.block_id !== blockId || at - entry.created_at >= LIFE) return false;
    const { block_id, fields, subscriber } = entry;
    await addEntry(store, tx, accountId, { block_id, kind: 'signup', fields, subscriber, created_at: at });
    await deleteUnconfirmed(tx, accountId, entryId);
    return true;
  });
}

/** Part of the upkeep that one process does for all. */
export async function deleteUnconfirmedEntries(store: Store, now: Micros): Promise<void> {
  await store.note((tx) => deleteAllUnconfirmedBefore(tx, now - LIFE));
}
