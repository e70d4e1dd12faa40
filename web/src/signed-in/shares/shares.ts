import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

/** More than an account can have. */
const ALL = 100;
/** As many as one answer can have. The rest of the links is shared from the numbers of the link. */
const MAX_LINKS = 250;

export const sharesQuery = queryOptions({
  queryKey: ['shares'],
  queryFn: async ({ signal }) => (await api.analytics.listShares({ results_per_page: ALL }, { signal })).records,
});

export const sharedLinksQuery = queryOptions({
  queryKey: ['links', 'to-share'],
  queryFn: async ({ signal }) => (await api.links.list({ results_per_page: MAX_LINKS }, { signal })).records,
});
