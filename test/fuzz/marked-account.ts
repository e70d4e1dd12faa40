// An account that has something of everything, all of it bearing the account's own mark: wherever the mark turns up,
// something of this account is being told. Its ids are of a size that no other number in an answer has.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { commandLine } from '../../server/domain/actor.ts';
import { grantPlan } from '../../server/domain/plans.ts';
import { updateAccount } from '../../server/storage/accounts.ts';
import { insertBlock, insertBlockItem, insertLink } from '../../server/storage/blocks.ts';
import { insertFormEntry } from '../../server/storage/form-entries.ts';
import type { Store } from '../../server/storage/store.ts';
import { tableKinds } from '../../server/storage/tables.ts';
import { PAGE } from '../../server/storage/visits.ts';
import { type Account, type Api, NOON } from '../support/api.ts';

export interface MarkedAccount extends Account {
  readonly readKey: string;
  readonly block: number;
  readonly pixel: number;
  /** Of the block, which is taken for a form here: below the rules it is one. */
  readonly entry: number;
  readonly slug: string;
  readonly idempotencyKey: string;
  /** Finds the account's texts, addresses and ids. */
  readonly mark: RegExp;
}

/** `mark` is a word that nothing else contains; `firstId` begins a range of ids that is the account's alone. */
export async function markedAccount(api: Api, mark: string, firstId: number): Promise<MarkedAccount> {
  await skipIdsTo(api.store, firstId);
  const account = await api.account(mark);
  const { key: readKey } = await api.keyFor(account, { scope: 'read' });
  const slug = `${mark}-shop`;
  const address = `2001:db8::${firstId % 9999}`;
  const { block, entry } = await fillPage(api, account.id, mark, slug, address);
  await grantPlan(
    api.store,
    account.id,
    { plan: 'pro', duration: 'year', currency: 'EUR', price: '90' },
    commandLine,
    NOON,
  );

  const idempotencyKey = `${mark}-1`;
  const created = await api.call('POST /pixels', {
    key: account.key,
    headers: { 'idempotency-key': idempotencyKey },
    json: { name: `Pixel of ${mark}`, type: 'quora', pixel_id: `${mark}-tracker` },
  });
  assert.equal(created.status, 200, created.text);
  const pixel: number = created.body.response.id;

  const ids = Object.values(await belongings(api.store, account.id)).flatMap((rows) => rows.map(({ id }) => id));
  const numbers = [account.id, ...ids.filter((id) => typeof id === 'number')];
  const expression = new RegExp(`${mark}|${address}|\\b(?:${numbers.join('|')})\\b`, 'i');
  return { ...account, readKey, block, pixel, entry, slug, idempotencyKey, mark: expression };
}

async function fillPage(api: Api, accountId: number, mark: string, slug: string, address: string) {
  const dated = { created_at: NOON, updated_at: NOON };
  const url = `https://${mark}.example/`;
  const { block, link, entry } = await api.store.write(accountId, async (tx) => {
    const ids = await api.store.dialect.allocateIds(tx, 4);
    const [blockId, itemId, linkId, entryId] = ids as [number, number, number, number];
    const texts = { name: `Block of ${mark}`, subheading: mark, content: `"${mark}"`, settings: `{"note":"${mark}"}` };
    await insertBlock(tx, accountId, { id: blockId, block: 'links', position: 1, ...texts, ...dated });
    await insertBlockItem(tx, accountId, {
      id: itemId,
      block_id: blockId,
      list_order: 1,
      thumbnail: null,
      is_element: 0,
      element: null,
      link: url,
      content: `{"caption":"${mark}"}`,
      settings: null,
      position: 1,
      ...dated,
    });
    await insertLink(tx, accountId, { id: linkId, slug, url, deleted_at: null });
    await insertFormEntry(tx, accountId, { ...entryOf(mark), id: entryId, block_id: blockId });
    await updateAccount(tx, accountId, {
      bio: `All about ${mark}`,
      avatar: `${url}avatar.png`,
      seo: `{"page_name":"${mark}"}`,
      social: `{"instagram":"${mark}"}`,
    });
    return { block: blockId, link: linkId, entry: entryId };
  });

  const visit = { accountId, at: NOON, visitor: mark, country: 'de', city: `${mark}, DE`, os: mark, browser: mark };
  const visits = [PAGE, link].map((targetId) => ({ ...visit, targetId, address }));
  await api.visits.recordMany(visits);
  await api.visits.foldAll();
  // And some that are recorded but not counted yet.
  await api.visits.recordMany(visits);
  return { block, entry };
}

export function entryOf(text: string) {
  return { kind: 'contact_form', fields: JSON.stringify({ name: text }), subscriber: null, created_at: NOON } as const;
}

const owners = {
  ...Object.fromEntries(tableKinds.owned.map((table) => [table, 'account_id'])),
  username: 'account_id',
  api_key_lookup: 'account_id',
  auth_user: 'id',
  auth_account: 'userId',
  auth_session: 'userId',
};

export type Belongings = Record<string, Record<string, unknown>[]>;

/** Every row that is the account's, in every table. When a key was last used is nothing that anybody changed. */
export async function belongings(store: Store, accountId: number): Promise<Belongings> {
  const found: Belongings = {};
  for (const [table, owner] of Object.entries(owners)) {
    const { rows } = await sql<Record<string, unknown>>`
      SELECT * FROM ${sql.table(table)} WHERE ${sql.ref(owner)} = ${accountId}`.execute(store.read);
    found[table] = rows
      .map(({ last_used_at: _, ...row }) => row)
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  }
  return found;
}

async function skipIdsTo(store: Store, first: number): Promise<void> {
  const skip = {
    sqlite: sql`UPDATE id_sequence SET last = ${first}`,
    postgres: sql`SELECT setval('entity_id', ${first})`,
  };
  await store.writeInstallation((tx) => skip[store.dialect.name].execute(tx));
}
