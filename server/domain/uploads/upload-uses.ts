// Where a page refers to uploads.

import { readPublicToken } from '../../storage/accounts/account-tokens.ts';
import { keptDigests, uploadMentions } from '../../storage/page/uploads.ts';
import type { Executor } from '../../storage/tables.ts';

/** What refers to an upload, by its digest. */
export type UploadUses = ReadonlyMap<string, string[]>;

export async function usesOfUploads(db: Executor, accountId: number): Promise<UploadUses> {
  const token = await readPublicToken(db, accountId);
  const pattern = new RegExp(`/uploads/([0-9a-f]{64})/${token}/`, 'g');
  const uses = new Map<string, string[]>();
  for (const { usedIn, text } of await uploadMentions(db, accountId)) {
    const digests = new Set(Array.from(text.matchAll(pattern), ([, digest]) => digest!));
    for (const digest of digests) uses.set(digest, [...(uses.get(digest) ?? []), usedIn]);
  }
  return uses;
}

/** Digests of uploads that are kept because a deleted block or item, or an earlier version of the page, uses them. */
export async function keptUploads(db: Executor, accountId: number): Promise<Set<string>> {
  return new Set((await keptDigests(db, accountId)).flatMap((digests) => digests.split(' ')));
}

/** The digests of all uploads that a text refers to, by path or by reference. */
export function digestsIn(text: string): string[] {
  const found = text.matchAll(/(?:\/uploads\/|upload:)([0-9a-f]{64})\//g);
  return [...new Set(Array.from(found, ([, digest]) => digest!))];
}
