// What an import or an earlier version would do to the page, before it is done.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { PageImportChange } from '../../../../clients/typescript/index.ts';
import { Button } from '../../design/actions/button.tsx';
import { classNames } from '../../design/class-names.ts';
import { Icon, type IconName } from '../../design/icon.tsx';
import styles from './change-list.module.css';
import { changeWords } from './change-words.ts';

type Action = PageImportChange['action'];

const icons: Readonly<Record<Action, IconName>> = { add: 'plus', change: 'edit', remove: 'trash', move: 'refresh' };
const order: readonly Action[] = ['remove', 'add', 'change', 'move'];
const SHOWN = 20;

interface ChangeListProps {
  label: string;
  changes: readonly PageImportChange[];
}

export function ChangeList({ label, changes }: ChangeListProps) {
  return (
    <section className={styles.changes} aria-label={label}>
      <ChangeCounts changes={changes} />
      {order
        .filter((action) => changes.some((change) => change.action === action))
        .map((action) => (
          <Changes key={action} action={action} changes={changes.filter((change) => change.action === action)} />
        ))}
    </section>
  );
}

function ChangeCounts({ changes }: Pick<ChangeListProps, 'changes'>) {
  const count = (action: Action) => changes.filter((change) => change.action === action).length;
  const added = count('add');
  const changed = count('change');
  const removed = count('remove');
  const moved = count('move');
  return (
    <ul className={styles.counts}>
      <Count action="add" count={added} text={plural(added, { one: 'added', other: 'added' })} />
      <Count action="change" count={changed} text={plural(changed, { one: 'changed', other: 'changed' })} />
      <Count action="remove" count={removed} text={plural(removed, { one: 'removed', other: 'removed' })} />
      <Count action="move" count={moved} text={plural(moved, { one: 'moved', other: 'moved' })} />
    </ul>
  );
}

function Count({ action, count, text }: { action: Action; count: number; text: string }) {
  const { i18n } = useLingui();
  return (
    <li className={classNames(styles.count, count > 0 && styles[action])}>
      <strong>{i18n.number(count)}</strong> {text}
    </li>
  );
}

function Changes({ action, changes }: { action: Action; changes: readonly PageImportChange[] }) {
  const { t, i18n } = useLingui();
  const [isWhole, setWhole] = useState(false);
  const titles: Record<Action, string> = { add: t`Added`, change: t`Changed`, remove: t`Removed`, move: t`Moved` };
  const shown = isWhole ? changes : changes.slice(0, SHOWN);
  const left = changes.length - shown.length;
  return (
    <div>
      <h3 className={styles.title}>{titles[action]}</h3>
      <ul className={styles.list}>
        {shown.map((change) => {
          const { name, details } = changeWords(change, i18n);
          return (
            <li key={change.path} className={styles[action]}>
              <Icon name={icons[action]} size={16} />
              <span>
                <bdi>{name}</bdi> {details && <span className={styles.details}>· {details}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      {left > 0 && (
        <Button variant="quiet" size="small" onClick={() => setWhole(true)}>
          {plural(left, { one: 'Show # more', other: 'Show # more' })}
        </Button>
      )}
    </div>
  );
}
