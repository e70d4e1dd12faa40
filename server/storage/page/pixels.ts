import type { Executor, PixelRow } from '../tables.ts';
import { type Page, type PageRequest, readPage } from './page.ts';

export async function pageOfPixels(db: Executor, accountId: number, request: PageRequest): Promise<Page<PixelRow>> {
  const own = db.selectFrom('pixel').where('account_id', '=', accountId);
  return readPage(own, own.selectAll().orderBy('id'), request);
}

const MAX_PIXELS_ON_A_PAGE = 50;

/** The pixels on the page. */
export async function activePixels(db: Executor, accountId: number): Promise<PixelRow[]> {
  return db
    .selectFrom('pixel')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', 1)
    .orderBy('id')
    .limit(MAX_PIXELS_ON_A_PAGE)
    .execute();
}

export async function countPixels(db: Executor, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('pixel')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findPixel(db: Executor, accountId: number, pixelId: number): Promise<PixelRow | undefined> {
  return db
    .selectFrom('pixel')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', pixelId)
    .executeTakeFirst();
}

export async function insertPixel(db: Executor, accountId: number, pixel: Omit<PixelRow, 'account_id'>): Promise<void> {
  await db
    .insertInto('pixel')
    .values({ account_id: accountId, ...pixel })
    .execute();
}

/** Returns false if there is no such pixel. */
export async function updatePixel(
  db: Executor,
  accountId: number,
  pixelId: number,
  values: Partial<Omit<PixelRow, 'account_id' | 'id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pixel')
    .set(values)
    .where('account_id', '=', accountId)
    .where('id', '=', pixelId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the deleted pixel, if there was one. */
export async function deletePixel(db: Executor, accountId: number, pixelId: number): Promise<PixelRow | undefined> {
  return db
    .deleteFrom('pixel')
    .where('account_id', '=', accountId)
    .where('id', '=', pixelId)
    .returningAll()
    .executeTakeFirst();
}
