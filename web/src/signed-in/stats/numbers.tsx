// What a request of the numbers screen gave. Numbers that were shown before stay while new ones load, and a card that
// fails says so without the others.
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useDeferredValue } from 'react';
import { FingerpostError } from '../../../../clients/typescript/index.ts';
import { failureOf, fieldErrorsOf } from '../../api/failure.ts';
import { Button } from '../../design/actions/button.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import styles from './stats.module.css';
import { defaultView, isFiltered, type StatsView } from './view/stats-view.ts';

export interface ViewContext {
  view: StatsView;
  change: (view: StatsView) => void;
}

/** So that any value can become a filter. */
export const ViewOfStats = createContext<ViewContext>({ view: defaultView, change: () => undefined });

interface NumbersProps<Data> {
  query: UseQueryResult<Data>;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

export function Numbers<Data>({ query, skeleton, children }: NumbersProps<Data>) {
  const { error, isError, fetchStatus, isPlaceholderData } = query;
  // All cards get theirs at once: drawn in steps, they do not hold up a click meanwhile.
  const data = useDeferredValue(query.data);
  return (
    <div className={styles.numbers} aria-busy={data === undefined && !isError ? true : undefined}>
      {fetchStatus !== 'idle' && isPlaceholderData && <div className={styles.loading} />}
      {isError && <NumbersFailure error={error} onRetry={() => query.refetch()} />}
      {data === undefined ? !isError && skeleton : children(data)}
    </div>
  );
}

/** With a way out where the request itself is the problem. */
function NumbersFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t, i18n } = useLingui();
  const { view, change } = useContext(ViewOfStats);
  const { title, advice, requestId } = failureOf(error, i18n);
  const status = error instanceof FingerpostError ? error.status : undefined;
  const retry = (
    <Button size="small" icon="refresh" onClick={onRetry}>
      <Trans>Try again</Trans>
    </Button>
  );
  if (status === 429) {
    return (
      <Banner tone="danger" title={t`Too many requests at once.`} requestId={requestId} actions={retry}>
        <Trans>Filtered numbers are counted anew each time. Wait a moment, then try again.</Trans>
      </Banner>
    );
  }
  if (status !== 422) {
    return (
      <Banner tone="danger" title={title} requestId={requestId} actions={retry}>
        {advice}
      </Banner>
    );
  }
  const fields = Object.values(fieldErrorsOf(error, i18n)).join(' ');
  return (
    <Banner
      tone="danger"
      title={t`These numbers cannot be counted.`}
      requestId={requestId}
      actions={
        <>
          <Button size="small" onClick={() => change({ ...defaultView, filters: view.filters })}>
            <Trans>Show the last 30 days</Trans>
          </Button>
          {isFiltered(view) && (
            <Button size="small" onClick={() => change({ ...view, filters: {} })}>
              <Trans>Clear all filters</Trans>
            </Button>
          )}
        </>
      }
    >
      {fields || title}
    </Banner>
  );
}
