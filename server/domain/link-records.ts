// The links of a page, which go by the ids of their items and outlive them: counts stay with them through every edit.
import type { PageEdit } from './page-edit.ts';

export interface LinkFields {
  /** Its item's. */
  id: number;
  /** What a slug is made from where there is none yet. */
  title: string;
  url: string;
  /** One that the owner chose. */
  slug?: string | undefined;
}

/** Makes the link, or changes it, and returns its slug. A slug that it had before goes on leading to it. */
export async function putLink(_edit: PageEdit, _fields: LinkFields): Promise<string> {
  throw new Error('not built yet');
}

/** They are told of as deleted from then on; their counts stay. */
export async function dropLinks(_edit: PageEdit, _ids: readonly number[]): Promise<void> {
  throw new Error('not built yet');
}
