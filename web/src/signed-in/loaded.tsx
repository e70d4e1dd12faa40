import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { WhenLoaded } from '../design/drawing.tsx';
import { FailureBanner } from '../frame/failure-banner.tsx';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** As large as what will come. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** What a query gave: its data, a skeleton until they are there, or what went wrong with a way to try again. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  const { data, error, isError } = query;
  if (isError && data === undefined) return <FailureBanner error={error} onRetry={() => query.refetch()} />;
  return (
    <WhenLoaded isLoading={data === undefined} skeleton={<div aria-busy="true">{skeleton}</div>}>
      {() => children(data!)}
    </WhenLoaded>
  );
}
