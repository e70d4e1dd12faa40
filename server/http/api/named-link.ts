import { ApiError } from '../../../contract/errors.ts';
import { findLinkBySlug } from '../../storage/page/links.ts';
import type { Executor } from '../../storage/tables.ts';

/** The id of the account's link with that slug, current or previous. */
export async function namedLink(db: Executor, accountId: number, slug: string): Promise<number> {
  const link = await findLinkBySlug(db, accountId, slug);
  if (!link) throw noSuchLink();
  return link.id;
}

export function noSuchLink(): ApiError {
  return new ApiError('not_found', 'This account has no link with that slug.');
}
