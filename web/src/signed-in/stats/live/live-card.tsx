import { useLingui } from '@lingui/react/macro';
import { Card } from '../../../design/content/card.tsx';
import { SkeletonLines } from '../../../design/feedback/waiting.tsx';
import { LocationCredit } from '../location-credit.tsx';
import { LiveView } from './live-view.tsx';
import { useLive } from './use-live.ts';

/** Who is on the page now, on the map and in a list. */
export function LiveCard() {
  const { t } = useLingui();
  const live = useLive();
  if (live) return <LiveView live={live} credit={<LocationCredit />} />;
  return (
    <Card title={t`Here now`}>
      <div aria-busy="true">
        <SkeletonLines />
      </div>
    </Card>
  );
}
