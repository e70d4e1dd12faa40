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
      <TextField
        label={t`From`}
        type="date"
        value={from}
        {...(to && { max: to })}
        onChange={(event) => change({ from: event.target.value })}
      />
      <TextField
        label={t`To`}
        type="date"
        value={to}
        {...(from && { min: from })}
        onChange={(event) => change({ to: event.target.value })}
      />
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
