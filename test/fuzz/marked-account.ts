// An account with data in every table, all of it containing a unique mark: an answer with the mark discloses this account.
// Its ids are in a range that no other number in an answer has.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { DAY, MINUTE } from '../../contract/time.ts';
import { commandLine } from '../../server/domain/accounts/actor.ts';
import { grantPlan } from '../../server/domain/plans/plans.ts';
import { insertExport, updateExport } from '../../server/storage/accounts/account-exports.ts';
import { updateAccount } from '../../server/storage/accounts/accounts.ts';
import { insertFormEntry } from '../../server/storage/page/form-entries.ts';
import { noteEntry } from '../../server/storage/page/form-notices.ts';
import { noteImport } from '../../server/storage/page/pending-rows.ts';
import { insertUnconfirmed } from '../../server/storage/page/unconfirmed-entries.ts';
import type { Store } from '../../server/storage/store.ts';
import { tableKinds } from '../../server/storage/table-kinds.ts';
import { PAGE } from '../../server/storage/visits/visits.ts';
import { aggregate } from '../../server/visits/count/aggregate.ts';
import { compactDay } from '../../server/visits/segments/compaction.ts';
import { type Account, type Api, NOON, type Request } from '../support/api.ts';
import { upload } from '../support/upload-form.ts';

export interface MarkedAccount extends Account {
  readonly readKey: string;
  readonly block: number;
  /** The first of two items of the block; its link has the same id. */
  readonly item: number;
  /** Deleted, as is an item of `block`. */
  readonly trashedBlock: number;
  readonly trashedItem: number;
  /** An earlier version of the page. */
  readonly version: number;
  readonly form: number;
  /** Of the form. */
  readonly entry: number;
  readonly pixel: number;
  /** A plain text file without references. */
  readonly upload: number;
  /** A link to shared statistics. */
  readonly share: number;
  readonly slug: string;
  readonly idempotencyKey: string;
  /** Matches the account's texts, addresses and ids. */
  readonly mark: RegExp;
}

/** `mark` is a word that nothing else contains; `firstId` starts a range of ids for this account only. */
export async function markedAccount(api: Api, mark: string, firstId: number): Promise<MarkedAccount> {
  await skipIdsTo(api.store, firstId);
  const account = await api.account(mark);
  const { key: readKey } = await api.keyFor(account, { scope: 'read' });
  const slug = `${mark}-shop`;
  const address = `2001:db8::${firstId % 9999}`;
  const page = await fillPage(api, account, mark, slug, address);
  await grantPlan(
    api.store,
    account.id,
    { plan: 'pro', duration: 'year', currency: 'EUR', price: '90' },
    commandLine,
    NOON,
  );

  const idempotencyKey = `${mark}-1`;
  const pixel = await made(api, 'POST /pixels', {
    key: account.key,
    headers: { 'idempotency-key': idempotencyKey },
    json: { name: `Pixel of ${mark}`, type: 'quora', pixel_id: `${mark}-tracker` },
  });
  const file = upload(account.key, ['file', `All about ${mark}`, `${mark}.txt`]);
  const uploaded = await made(api, 'POST /uploads', file);

  const shared = { name: `Shared by ${mark}`, link_slug: slug };
  const share = await made(api, 'POST /analytics/shares', { key: account.key, json: shared });
  await api.call('POST /analytics/exclusion', { key: account.key, json: {} });
  const settings = { timezone: 'Pacific/Chatham', notifications: { weekly_summary: true, form_entries: true } };
  await api.call('POST /account/settings', { key: account.key, json: settings });

  const owned = await belongings(api.store, account.id);
  const ids = Object.values(owned).flatMap((rows) => rows.map(({ id }) => id));
  const numbers = [account.id, ...ids.filter((id) => typeof id === 'number')];
  const digests = owned.upload!.map(({ digest }) => digest);
  const expression = new RegExp(`${[mark, address, ...digests].join('|')}|\\b(?:${numbers.join('|')})\\b`, 'i');
  return { ...account, readKey, ...page, pixel, upload: uploaded, share, slug, idempotencyKey, mark: expression };
}

async function made(api: Api, request: string, options: Request): Promise<number> {
  const { status, text, body } = await api.call(request, options);
  assert.equal(status, 200, text);
  return body.response.id;
}

async function fillPage(api: Api, { id: accountId, key }: Account, mark: string, slug: string, address: string) {
  const url = `https://${mark}.example/`;
  const items = [`${slug}-before`, `${mark}-other`].map((name) => ({
    link: url,
    slug: name,
    content: { caption: mark, alt: mark },
    element: { description: mark },
  }));
  const links = { block: 'links', name: `Block of ${mark}`, subheading: mark, items };
  const block = await made(api, 'POST /blocks', { key, json: links });
  const form = await made(api, 'POST /blocks', { key, json: { block: 'contact_form', name: `Form of ${mark}` } });
  const { body } = await api.call(`GET /blocks/${block}`, { key });
  const item: number = body.response.items[0].id;
  await made(api, `POST /links/${item}`, { key, json: { slug } });
  // The first edit after a pause stores the page before it.
  await api.store.write(accountId, (tx) => updateAccount(tx, accountId, { updated_at: NOON - 10 * MINUTE }));

  const trashedBlock = await made(api, 'POST /blocks', { key, json: { block: 'text', blocks: { content: mark } } });
  await api.call(`POST /blocks/${trashedBlock}/delete`, { key });
  const deleted = { link: url, slug: `${mark}-deleted`, content: { caption: mark } };
  const trashedItem = await made(api, `POST /blocks/${block}/items`, { key, json: deleted });
  await api.call(`POST /blocks/${block}/items/${trashedItem}/delete`, { key });

  const versions = await api.call('GET /page/versions', { key });
  const version: number = versions.body.response[0].id;

  const entry = await api.store.write(accountId, async (tx) => {
    const [id] = await api.store.dialect.allocateIds(tx, 1);
    await insertFormEntry(tx, accountId, { ...entryOf(mark), id: id!, block_id: form });
    await noteEntry(tx, accountId, { block_id: form, id: id!, at: NOON, pause: MINUTE });
    const waiting = { block_id: form, fields: '{}', subscriber: `${mark}@example.com`, created_at: api.clock.now };
    const [waitingId, exportId] = await api.store.dialect.allocateIds(tx, 2);
    await insertUnconfirmed(tx, accountId, { id: waitingId!, ...waiting });
    await insertExport(tx, accountId, { id: exportId!, created_at: NOON, total: 1 });
    await updateExport(tx, accountId, exportId!, { state: 'failed' });
    await noteImport(tx, accountId, NOON);
    await updateAccount(tx, accountId, {
      bio: `All about ${mark}`,
      avatar: `${url}avatar.png`,
      seo: `{"page_name":"${mark}"}`,
      social: `{"instagram":"${mark}"}`,
    });
    return id!;
  });

  const visit = { accountId, at: NOON, visitor: mark, country: 'de', city: `${mark}, DE`, os: mark, browser: mark };
  const visits = [PAGE, item].map((targetId) => ({ ...visit, targetId, address }));
  await api.visits.recordMany(visits);
  await api.app.inject({ url: `/${mark}`, headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } });
  await api.visits.aggregateAll();
  const day = { account_id: accountId, target_id: PAGE, start: NOON - (NOON % DAY), loose: 2 };
  await compactDay(api.store, { day, until: day.start + DAY });
  // Some are counted but not settled yet, and some are only recorded.
  await api.visits.recordMany(visits);
  await aggregate(api.store, visits.length);
  await api.visits.recordMany(visits);
  await api.visits.live(accountId);
  return { block, item, form, entry, trashedBlock, trashedItem, version };
}

export function entryOf(text: string) {
  return { kind: 'contact_form', fields: JSON.stringify({ name: text }), subscriber: null, created_at: NOON } as const;
}

const owners = {
  ...Object.fromEntries(tableKinds.owned.map((table) => [table, 'account_id'])),
  username: 'account_id',
  api_key_lookup: 'account_id',
  visit_exclusion_lookup: 'account_id',
  statistics_share_lookup: 'account_id',
  ...Object.fromEntries(tableKinds.signIn.map((table) => [table, 'person_id'])),
};

export type Belongings = Record<string, Record<string, unknown>[]>;

/** Every row of the account in every table, except when a key was last used. */
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
