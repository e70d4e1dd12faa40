// What the screens read, and under which key it is cached.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

/** More blocks than this a page cannot have. */
const ALL_BLOCKS = 100;

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => api.account.getSecurity({ signal }),
});

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.user.get({ signal }),
});

export const addressQuery = queryOptions({
  queryKey: ['address'],
  queryFn: ({ signal }) => api.user.getUsername({ signal }),
});

export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: ({ signal }) => api.blocks.list({ results_per_page: ALL_BLOCKS }, { signal }),
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.sessions.list({ signal }),
});

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => api.passkeys.list({ signal }),
});

export function keysQuery(page: number) {
  return queryOptions({
    queryKey: ['keys', page],
    queryFn: ({ signal }) => api.keys.list({ page }, { signal }),
  });
}
