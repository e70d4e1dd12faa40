import type { UploadKind } from '../../../contract/page/uploads.ts';
import type { Micros } from '../../../contract/time.ts';
import type { Executor, UploadRow } from '../tables.ts';
import { type Page, type PageRequest, readPage } from './page.ts';

export interface UploadFilter {
  kind?: UploadKind | undefined;
  /** Only those with one of these digests, or with none of them. */
  digests?: { values: readonly string[]; isIncluded: boolean } | undefined;
}

/** What is recorded of a stored file. */
export interface RecordedFile {
  file: string;
  bytes: number;
  sha256: string;
}

export function recordedFiles({ files }: UploadRow): RecordedFile[] {
  return JSON.parse(files) as RecordedFile[];
}

/** Lists ready uploads, newest first. */
export async function pageOfUploads(
  db: Executor,
  accountId: number,
  { kind, digests }: UploadFilter,
  request: PageRequest,
): Promise<Page<UploadRow>> {
  if (digests?.isIncluded && digests.values.length === 0) return { rows: [], total: 0 };
  let own = db.selectFrom('upload').where('account_id', '=', accountId).where('state', '=', 'ready');
  if (kind) own = own.where('kind', '=', kind);
  if (digests && digests.values.length > 0) {
    own = own.where('digest', digests.isIncluded ? 'in' : 'not in', digests.values);
  }
  return readPage(own, own.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'), request);
}

export async function findUpload(db: Executor, accountId: number, uploadId: number): Promise<UploadRow | undefined> {
  return db
    .selectFrom('upload')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', uploadId)
    .executeTakeFirst();
}

/** In any state. */
export async function findUploadOf(db: Executor, accountId: number, digest: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('upload')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('digest', '=', digest)
    .executeTakeFirst();
}

/** Those of the digests that belong to uploads that a page may refer to. */
export async function readyDigests(db: Executor, accountId: number, digests: readonly string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const rows = await db
    .selectFrom('upload')
    .select('digest')
    .where('account_id', '=', accountId)
    .where('digest', 'in', digests)
    .where('state', '=', 'ready')
    .execute();
  return new Set(rows.map(({ digest }) => digest));
}

/** The digests that deleted blocks and items, and earlier versions, use. Separated by spaces. */
export async function keptDigests(db: Executor, accountId: number): Promise<string[]> {
  const trashed = db.selectFrom('trash').select('uploads').where('account_id', '=', accountId);
  const versions = db.selectFrom('page_version').select('uploads').where('account_id', '=', accountId);
  const rows = await trashed
    .where('uploads', '!=', '')
    .unionAll(versions.where('uploads', '!=', ''))
    .execute();
  return rows.map(({ uploads }) => uploads);
}

/** The number and total size of uploads in any state. */
export async function uploadTotals(db: Executor, accountId: number): Promise<{ count: number; bytes: number }> {
  const { count, bytes } = await db
    .selectFrom('upload')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('bytes').as('bytes')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { count, bytes: bytes ?? 0 };
}

/** The same by kind. A kind without uploads is left out. */
export async function uploadsByKind(
  db: Executor,
  accountId: number,
): Promise<Map<UploadKind, { count: number; bytes: number }>> {
  const rows = await db
    .selectFrom('upload')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('bytes').as('bytes')])
    .where('account_id', '=', accountId)
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, count, bytes }) => [kind, { count, bytes }]));
}

export async function insertUpload(
  db: Executor,
  accountId: number,
  upload: Omit<UploadRow, 'account_id'>,
): Promise<void> {
  await db
    .insertInto('upload')
    .values({ account_id: accountId, ...upload })
    .execute();
}

/** Returns how many uploads were in that state and were changed. */
export async function changeUploads(
  db: Executor,
  accountId: number,
  uploadIds: readonly number[],
  state: UploadRow['state'],
  values: Partial<Pick<UploadRow, 'state' | 'used_at'>>,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set(values)
    .where('account_id', '=', accountId)
    .where('id', 'in', uploadIds)
    .where('state', '=', state)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes the upload only if its state is still `going`. */
export async function deleteGoingUpload(db: Executor, accountId: number, uploadId: number): Promise<void> {
  await db
    .deleteFrom('upload')
    .where('account_id', '=', accountId)
    .where('id', '=', uploadId)
    .where('state', '=', 'going')
    .execute();
}

/** Uploads not known to be in use since that time, or stuck in another state. At most `limits.uploads`. */
export async function uploadsToCheck(
  db: Executor,
  accountId: number,
  before: { ready: Micros; others: Micros },
): Promise<UploadRow[]> {
  return db
    .selectFrom('upload')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'ready'), eb('used_at', '<', before.ready)]),
        eb.and([eb('state', '!=', 'ready'), eb('used_at', '<', before.others)]),
      ]),
    )
    .orderBy('id')
    .execute();
}

/** Accounts of the whole installation that have uploads, after `afterId`: for maintenance. */
export async function accountsWithUploads(db: Executor, afterId: number, count: number): Promise<number[]> {
  const rows = await db
    .selectFrom('upload')
    .select('account_id')
    .distinct()
    .where('account_id', '>', afterId)
    .orderBy('account_id')
    .limit(count)
    .execute();
  return rows.map((row) => row.account_id);
}

/** The size of the ready uploads of all accounts. */
export async function bytesOfAllUploads(db: Executor): Promise<number> {
  const { bytes } = await db
    .selectFrom('upload')
    .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/** A part of a page that may contain an upload's URL. */
export interface UploadMention {
  usedIn: string;
  text: string;
}

/** All parts of the account's page that may contain an upload's URL. */
export async function uploadMentions(db: Executor, accountId: number): Promise<UploadMention[]> {
  const naming = '%/uploads/%';
  const account = await db
    .selectFrom('account')
    .select(['avatar', 'seo', 'background'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const blocks = await db
    .selectFrom('block')
    .select(['id', 'content'])
    .where('account_id', '=', accountId)
    .where('content', 'like', naming)
    .execute();
  const items = await db
    .selectFrom('block_item')
    .select(['id', 'block_id', 'thumbnail', 'link'])
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('thumbnail', 'like', naming), eb('link', 'like', naming)]))
    .execute();
  return [
    { usedIn: 'the profile picture', text: account?.avatar ?? '' },
    { usedIn: 'the share image', text: account?.seo ?? '' },
    { usedIn: 'the background', text: account?.background ?? '' },
    ...blocks.map(({ id, content }) => ({ usedIn: `block ${id}`, text: content ?? '' })),
    ...items.map(({ id, block_id, thumbnail, link }) => ({
      usedIn: `item ${id} of block ${block_id}`,
      text: `${thumbnail ?? ''} ${link ?? ''}`,
    })),
  ];
}
