// What the screens read, and under which key it is cached.
import { queryOptions } from '@tanstack/react-query';
import type {
  Background,
  Customize,
  ListUploadsQuery,
  OptionsSection,
  ProfileSection,
  Seo,
  Social,
} from '../../../clients/typescript/index.ts';
import { api } from '../api/client.ts';

/** More blocks than this a page cannot have. */
export const allBlocks = { results_per_page: 100 } as const;

export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => api.account.getSecurity({ signal }),
});

export const recoveryQuery = queryOptions({
  queryKey: ['recovery'],
  queryFn: ({ signal }) => api.account.getRecoveryReview({ signal }),
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
  queryFn: ({ signal }) => api.blocks.list(allBlocks, { signal }),
});

export function linkQuery(id: number) {
  return queryOptions({
    queryKey: ['link', id],
    queryFn: ({ signal }) => api.links.get(id, { signal }),
    retry: false,
  });
}

/** The sections of the page that are edited by themselves. */
export interface SectionFields {
  profile: ProfileSection;
  seo: Seo;
  social: Social;
  customize: Customize;
  background: Background;
  options: OptionsSection;
}

const readSection: {
  [Name in keyof SectionFields]: (options: { signal: AbortSignal }) => Promise<SectionFields[Name]>;
} = {
  profile: api.user.getProfile,
  seo: api.user.getSeo,
  social: api.user.getSocial,
  customize: api.user.getCustomize,
  background: api.user.getBackground,
  options: api.user.getOptions,
};

export function sectionQuery<Name extends keyof SectionFields>(name: Name) {
  return queryOptions({
    queryKey: ['section', name],
    queryFn: ({ signal }): Promise<SectionFields[Name]> => readSection[name]({ signal }),
  });
}

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

/** Those of the account, not of the page. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.account.getSettings({ signal }),
});

export const usageQuery = queryOptions({
  queryKey: ['usage'],
  queryFn: ({ signal }) => api.account.getUsage({ signal }),
});

export function uploadsQuery(page: number, filter: Pick<ListUploadsQuery, 'kind' | 'in_use'> = {}) {
  return queryOptions({
    queryKey: ['uploads', page, filter],
    queryFn: ({ signal }) => api.uploads.list({ ...filter, page, results_per_page: 50 }, { signal }),
  });
}
