import { useLingui } from '@lingui/react/macro';
import { Badge } from '../../../design/feedback/badge.tsx';
import type { ScheduleState } from './row-state.ts';

export function ScheduleBadge({ state }: { state: ScheduleState }) {
  const { t } = useLingui();
  const text = { scheduled: t`Scheduled`, live: t`Live`, ended: t`Ended` }[state];
  const tone = ({ scheduled: 'warning', live: 'success', ended: 'info' } as const)[state];
  return <Badge tone={tone}>{text}</Badge>;
}
