import { queryOptions } from '@tanstack/react-query';
import type { PageImportChange, PageOf } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/client.ts';

export interface Version {
  id: number;
  created_at: string;
  blocks: number;
  items: number;
}

export interface VersionDetails extends Version {
  changes: PageImportChange[];
}

// biome-ignore lint/suspicious/noExplicitAny: until the client has them
const page = api.page as any;

export function versionsQuery(number: number) {
  return queryOptions({
    queryKey: ['versions', 'list', number],
    queryFn: ({ signal }): Promise<PageOf<Version>> => page.listVersions({ page: number }, { signal }),
    // Every edit may have added one.
    staleTime: 0,
  });
}

export function versionQuery(id: number) {
  return queryOptions({
    queryKey: ['versions', id],
    queryFn: ({ signal }): Promise<VersionDetails> => page.getVersion(id, { signal }),
    staleTime: 0,
  });
}

/** Right after an import or a restoration: the page as it was before. */
export async function latestVersion(): Promise<number | undefined> {
  const { records }: PageOf<Version> = await page.listVersions();
  return records[0]?.id;
}
