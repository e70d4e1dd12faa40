import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { limits } from '../../../../../contract/limits.ts';
import { Button } from '../../../design/actions/button.tsx';
import { Select } from '../../../design/fields/select.tsx';
import { SearchField, TextField } from '../../../design/fields/text-field.tsx';
import styles from './activity.module.css';
import type { ActivityView } from './activity-view.ts';
import { useGroupNames } from './group-names.ts';

interface ActivityFiltersProps {
  view: ActivityView;
  change: (fields: Partial<ActivityView>) => void;
}

/** Until somebody pauses, so that not every letter asks. */
const PAUSE_MS = 300;

export function ActivityFilters({ view, change }: ActivityFiltersProps) {
  const { t } = useLingui();
  const groups = useGroupNames();
  const { group = '', from = '', to = '', ip } = view;
  const isFiltered = Object.keys(view).length > 0;
  return (
    <search className={styles.filters}>
      <Search value={view.search ?? ''} onSearch={(search) => change({ search })} />
      <Select
        label={t`About`}
        value={group}
        onChange={(event) => change({ group: event.target.value as NonNullable<ActivityView['group']> })}
        options={[
          { value: '', label: t`Everything` },
          ...Object.entries(groups).map(([value, label]) => ({ value, label })),
        ]}
      />
      <Days from={from} to={to} change={change} />
      {isFiltered && (
        <div className={styles.active}>
          {ip && (
            <span>
              <Trans>
                Only from <span dir="ltr">{ip}</span>
              </Trans>
            </span>
          )}
          <Button
            size="small"
            variant="quiet"
            icon="close"
            onClick={() => change({ group: undefined, search: '', ip: '', from: '', to: '' })}
          >
            <Trans>Clear all filters</Trans>
          </Button>
        </div>
      )}
    </search>
  );
}

interface DaysProps {
  from: string;
  to: string;
  change: (days: { from: string; to: string }) => void;
}

function Days({ from, to, change }: DaysProps) {
  const { t } = useLingui();
  /** In the wrong order: kept here until they are corrected. */
  const [wrong, setWrong] = useState<{ from: string; to: string }>();
  // Filters were cleared, or the address was changed.
  const [last, setLast] = useState({ from, to });
  if (from !== last.from || to !== last.to) {
    setLast({ from, to });
    setWrong(undefined);
  }
  const shown = wrong ?? { from, to };
  const type = (day: Partial<typeof shown>) => {
    const typed = { ...shown, ...day };
    const isReversed = typed.from !== '' && typed.to !== '' && typed.from > typed.to;
    setWrong(isReversed ? typed : undefined);
    if (!isReversed) change(typed);
  };
  return (
    <>
      <TextField
        label={t`From`}
        type="date"
        value={shown.from}
        onChange={(event) => type({ from: event.target.value })}
      />
      <TextField
        label={t`To`}
        type="date"
        isLive
        value={shown.to}
        error={wrong && t`The last day is before the first.`}
        onChange={(event) => type({ to: event.target.value })}
      />
    </>
  );
}

function Search({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(value);
  // Filters were cleared, or the address was changed.
  const [last, setLast] = useState(value);
  if (value !== last) {
    setLast(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <SearchField
      label={t`Search`}
      maxLength={limits.activitySearch}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
