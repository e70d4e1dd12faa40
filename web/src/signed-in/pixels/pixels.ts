import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

export function pixelsQuery(page: number) {
  return queryOptions({
    queryKey: ['pixels', page],
    queryFn: ({ signal }) => api.pixels.list({ page, results_per_page: 25 }, { signal }),
  });
}

export const pixelTemplatesQuery = queryOptions({
  queryKey: ['pixel-templates'],
  queryFn: ({ signal }) => api.pixels.getTemplates({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
