import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export function versionsQuery(page: number) {
  return queryOptions({
    queryKey: ['versions', 'list', page],
    queryFn: ({ signal }) => api.page.listVersions({ page }, { signal }),
    // Every edit may have added one.
    staleTime: 0,
  });
}

export function versionQuery(id: number) {
  return queryOptions({
    queryKey: ['versions', id],
    queryFn: ({ signal }) => api.page.getVersion(id, { signal }),
    staleTime: 0,
  });
}
