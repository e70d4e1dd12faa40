import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import { announce } from '../../../design/feedback/toasts.tsx';
import { SearchField } from '../../../design/fields/text-field.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Sheet } from '../../../design/overlays/dialog.tsx';
import { useLocale } from '../../../language.ts';
import { browserTimezone } from '../../stats/view/use-timezone.ts';
import styles from './settings.module.css';
import { describeZone, findZones, listZones } from './time-zones.ts';

interface ZoneDialogProps {
  /** Null for that of the browser. */
  current: string | null;
  onChoose: (timezone: string | null) => void;
  onClose: () => void;
}

export function ZoneDialog({ current, onChoose, onClose }: ZoneDialogProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const zones = useMemo(() => listZones(locale), [locale]);
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const found = useMemo(() => findZones(zones, wanted), [zones, wanted]);
  const list = useRef<HTMLUListElement>(null);
  const own = describeZone(browserTimezone(), locale);
  const choose = (timezone: string | null) => {
    onClose();
    if (timezone !== current) onChoose(timezone);
  };

  /** From the search to the list and along it. */
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const choices = [...list.current!.querySelectorAll('button')];
    const at = choices.indexOf(document.activeElement as HTMLButtonElement);
    const next = choices[at + step];
    if (next) next.focus();
    else if (step < 0) list.current!.parentElement!.querySelector('input')!.focus();
  };

  return (
    <Sheet title={t`Choose a time zone`} onClose={onClose}>
      <div className={styles.zones}>
        <SearchField
          label={t`Search`}
          hint={t`A city, a country’s time or an offset, such as +5:30.`}
          value={search}
          autoComplete="off"
          onKeyDown={move}
          onChange={(event) => {
            setSearch(event.target.value);
            const count = findZones(zones, event.target.value).length;
            announce(plural(count, { one: '# time zone', other: '# time zones' }));
          }}
        />
        <ul ref={list} className={styles.choices} aria-label={t`Time zones`}>
          {wanted.trim() === '' && (
            <Choice isCurrent={current === null} onChoose={() => choose(null)} onKeyDown={move}>
              <span className={styles.place}>
                <Trans>Time zone of this browser</Trans>
              </span>
              <span className={styles.name}>{own.place}</span>
              <span className={styles.offset}>{own.offset}</span>
            </Choice>
          )}
          {found.map(({ id, place, name, offset }) => (
            <Choice key={id} isCurrent={id === current} onChoose={() => choose(id)} onKeyDown={move}>
              <span className={styles.place}>{place}</span>
              <span className={styles.name}>{name}</span>
              <span className={styles.offset}>{offset}</span>
            </Choice>
          ))}
        </ul>
        {found.length === 0 && (
          <p className={styles.nothing}>
            <Trans>Nothing found. Try the largest city near you.</Trans>
          </p>
        )}
      </div>
    </Sheet>
  );
}

interface ChoiceProps {
  isCurrent: boolean;
  onChoose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  children: React.ReactNode;
}

function Choice({ isCurrent, onChoose, onKeyDown, children }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.choice}
        aria-current={isCurrent || undefined}
        onClick={onChoose}
        onKeyDown={onKeyDown}
      >
        {children}
        <span className={styles.tick}>{isCurrent && <Icon name="check" size={16} />}</span>
      </button>
    </li>
  );
}
