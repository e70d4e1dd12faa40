// What stands in place of numbers that are not there, with what to do about it.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { CopyField } from '../../design/content/copying.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { QrCode } from '../qr-code.tsx';
import { addressQuery } from '../queries.ts';
import { ShareSheet } from '../sharing/share-sheet.tsx';
import styles from './stats.module.css';
import { isFiltered, type StatsView } from './view/stats-view.ts';

/** Nobody was ever here. */
export function NoVisitsYet({ isLink }: { isLink: boolean }) {
  const { t } = useLingui();
  const url = useQuery(addressQuery).data?.url;
  const [isSharing, setSharing] = useState(false);
  return (
    <Card>
      <EmptyState icon="stats" title={isLink ? t`No clicks yet` : t`No visits yet`}>
        <Trans>Share your page: the first visits appear here within a second.</Trans>
      </EmptyState>
      {url && (
        <div className={styles.first}>
          <QrCode text={url} label={t`QR code of ${url}`} size={148} />
          <div className={styles.firstWords}>
            <CopyField label={t`Address of your page`} value={url} />
            <div className={styles.firstActions}>
              <Button variant="primary" size="small" icon="share" onClick={() => setSharing(true)}>
                <Trans>Share</Trans>
              </Button>
            </div>
          </div>
        </div>
      )}
      {url && isSharing && <ShareSheet url={url} onClose={() => setSharing(false)} />}
    </Card>
  );
}

interface NothingHereProps {
  view: StatsView;
  change: (view: StatsView) => void;
  isLink: boolean;
}

/** There are visits, but not in this period or not with these filters. */
export function NothingHere({ view, change, isLink }: NothingHereProps) {
  const { t } = useLingui();
  const hasFilters = isFiltered(view);
  const title = hasFilters
    ? t`Nothing matches these filters`
    : isLink
      ? t`No clicks in this period`
      : t`No visits in this period`;
  return (
    <EmptyState
      icon="stats"
      title={title}
      actions={
        <>
          {hasFilters && (
            <Button size="small" variant="primary" onClick={() => change({ ...view, filters: {} })}>
              <Trans>Clear all filters</Trans>
            </Button>
          )}
          {view.range !== '12mo' && view.range !== 'all' && (
            <Button size="small" onClick={() => change({ ...view, range: '12mo', interval: undefined })}>
              <Trans>Show 12 months</Trans>
            </Button>
          )}
          {view.range !== 'all' && (
            <Button size="small" onClick={() => change({ ...view, range: 'all', interval: undefined })}>
              <Trans>Show all time</Trans>
            </Button>
          )}
        </>
      }
    >
      {hasFilters ? (
        <Trans>Remove a filter, or choose a longer period.</Trans>
      ) : (
        <Trans>Earlier visits are still there: choose a longer period.</Trans>
      )}
    </EmptyState>
  );
}
