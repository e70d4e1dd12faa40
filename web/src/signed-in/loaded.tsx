import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailureBanner } from '../frame/failure-banner.tsx';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** As large as what will come. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What a query gave: its data, a skeleton until they are there, or what went wrong with a way to try again. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <FailureBanner error={query.error} onRetry={() => query.refetch()} />;
  return <div aria-busy="true">{skeleton}</div>;
}
