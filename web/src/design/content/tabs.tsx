import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { isRightToLeft } from '../direction.ts';
import styles from './tabs.module.css';

interface TabsProps {
  label: string;
  tabs: readonly { id: string; title: string; content: ReactNode }[];
}

/** Arrow keys change the tab, as in every system. */
export function Tabs({ label, tabs }: TabsProps) {
  const base = useId();
  const [current, setCurrent] = useState(tabs[0]!.id);

  const turn = (event: KeyboardEvent) => {
    const forward = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (forward === undefined) return;
    event.preventDefault();
    const step = isRightToLeft(event.currentTarget) ? -forward : forward;
    const at = tabs.findIndex(({ id }) => id === current);
    const next = tabs.at((at + step) % tabs.length)!;
    setCurrent(next.id);
    document.getElementById(`${base}${next.id}`)?.focus();
  };

  return (
    <div>
      <div role="tablist" aria-label={label} className={styles.tabs} onKeyDown={turn}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            id={`${base}${id}`}
            type="button"
            role="tab"
            aria-selected={id === current}
            aria-controls={`${base}panel`}
            tabIndex={id === current ? 0 : -1}
            className={styles.tab}
            onClick={() => setCurrent(id)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}panel`} aria-labelledby={`${base}${current}`}>
        {tabs.find(({ id }) => id === current)!.content}
      </div>
    </div>
  );
}
