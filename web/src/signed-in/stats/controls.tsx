// Which period is shown, with what it is compared, and the filters.
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { formatDay } from '../../../../contract/time.ts';
import { Button, IconButton } from '../../design/actions/button.tsx';
import { Select } from '../../design/fields/select.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Dialog, DialogActions } from '../../design/overlays/dialog.tsx';
import { Menu } from '../../design/overlays/menu.tsx';
import { dimensionNames } from './cards/dimensions.ts';
import styles from './stats.module.css';
import { customRange, intervalsFor, type Preset } from './view/ranges.ts';
import { type FilterName, filterNames, type StatsView, withoutFilter } from './view/stats-view.ts';
import type { StatsPeriod } from './view/use-stats-view.ts';
import type { Words } from './words.ts';

interface ControlsProps {
  view: StatsView;
  period: StatsPeriod;
  change: (view: StatsView) => void;
  words: Words;
}

export function Controls({ view, period, change, words }: ControlsProps) {
  const { t } = useLingui();
  const [isChoosing, setChoosing] = useState(false);
  const { range } = period;
  const presets: Record<Preset, string> = {
    today: t`Today`,
    yesterday: t`Yesterday`,
    '7d': t`Last 7 days`,
    '30d': t`Last 30 days`,
    '90d': t`Last 90 days`,
    month: t`This month`,
    'last-month': t`Last month`,
    '12mo': t`Last 12 months`,
    all: t`All time`,
  };
  const comparisons = { previous: t`Previous period`, year: t`Same dates last year`, off: t`Nothing` };
  const isCustom = typeof view.range === 'object';
  const choose = (value: string) => {
    if (value === 'custom') setChoosing(true);
    else change({ ...view, range: value as Preset, interval: undefined });
  };
  return (
    <div className={styles.controls}>
      <div className={styles.selects}>
        <Select
          label={t`Period`}
          value={isCustom ? 'chosen' : (view.range as Preset)}
          onChange={(event) => choose(event.target.value)}
          options={[
            ...(isCustom && range ? [{ value: 'chosen', label: words.days(range) }] : []),
            ...Object.entries(presets).map(([value, label]) => ({ value, label })),
            { value: 'custom', label: t`Choose dates…` },
          ]}
        />
        {view.range !== 'all' && (
          <Select
            label={t`Compare with`}
            value={view.compare}
            onChange={(event) => change({ ...view, compare: event.target.value as StatsView['compare'] })}
            options={Object.entries(comparisons).map(([value, label]) => ({ value, label }))}
          />
        )}
      </div>
      <p className={styles.zone}>
        {range && <span>{words.days(range)}</span>}
        <span>{t`Time zone: ${period.timezone.replaceAll('_', ' ')}`}</span>
      </p>
      {isChoosing && <DatesDialog {...{ view, period, change }} onClose={() => setChoosing(false)} />}
    </div>
  );
}

/** How long a point of the chart is. */
export function IntervalMenu({ view, period: { range, interval }, change }: Omit<ControlsProps, 'words'>) {
  const { t } = useLingui();
  const names = { hour: t`Hours`, day: t`Days`, week: t`Weeks`, month: t`Months` };
  const items = (range ? intervalsFor(range) : [interval]).map((value) => ({
    label: names[value],
    checked: value === interval,
    onChoose: () => change({ ...view, interval: value }),
  }));
  return (
    <Menu label={t`Interval`} items={items}>
      {(opener) => (
        <Button size="small" {...opener} aria-label={t`Interval: ${names[interval]}`}>
          {names[interval]}
          <Icon name="down" size={16} />
        </Button>
      )}
    </Menu>
  );
}

type DatesDialogProps = Omit<ControlsProps, 'words'> & { onClose: () => void };

function DatesDialog({ view, period: { range, today }, change, onClose }: DatesDialogProps) {
  const { t } = useLingui();
  const [from, setFrom] = useState(formatDay(range?.first ?? today - 29));
  const [to, setTo] = useState(formatDay(range?.last ?? today));
  const [isTried, setTried] = useState(false);
  const chosen = customRange(from, to);
  // While a date is typed, it is not complete.
  const problem = chosen === 'order' || (isTried && typeof chosen === 'string') ? chosen : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (typeof chosen === 'string') return;
    change({ ...view, range: chosen, interval: undefined });
    onClose();
  };
  const date = t`Enter a date.`;
  return (
    <Dialog title={t`Choose dates`} onClose={onClose}>
      <form noValidate onSubmit={submit} className={styles.dates}>
        <TextField
          label={t`First day`}
          type="date"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
          error={problem === 'from' ? date : undefined}
        />
        <TextField
          label={t`Last day`}
          type="date"
          isLive
          value={to}
          onChange={(event) => setTo(event.target.value)}
          error={problem === 'to' ? date : problem === 'order' ? t`The last day is before the first.` : undefined}
        />
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary">
            <Trans>Show</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Nothing without filters. */
export function FilterChips({ view, change, words }: Omit<ControlsProps, 'period'>) {
  const { t, i18n } = useLingui();
  const active = filterNames.filter((name) => view.filters[name] !== undefined);
  if (active.length === 0) return null;
  const describe = (name: FilterName) => {
    const [dimension, value] = [i18n._(dimensionNames[name]), words.name(name, view.filters[name]!)];
    return { dimension, value };
  };
  return (
    <div className={styles.filters}>
      <ul className={styles.chips} aria-label={t`Filters`}>
        {active.map((name) => {
          const { dimension, value } = describe(name);
          return (
            <li key={name} className={styles.chip}>
              <span className={styles.chipText}>
                {dimension}: <b>{value}</b>
              </span>
              <IconButton
                icon="close"
                label={t`Remove the filter ${dimension}: ${value}`}
                className={styles.chipRemove!}
                onClick={() => change(withoutFilter(view, name))}
              />
            </li>
          );
        })}
      </ul>
      <Button size="small" variant="quiet" onClick={() => change({ ...view, filters: {} })}>
        <Trans>Clear all</Trans>
      </Button>
    </div>
  );
}
