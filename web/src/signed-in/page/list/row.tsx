// One row: a handle, a picture, what it is called, a switch and a menu. Opened, it shows its fields below.
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, memo } from 'react';
import { IconButton } from '../../../design/actions/button.tsx';
import { classNames } from '../../../design/class-names.ts';
import { Switch } from '../../../design/fields/choice.tsx';
import { Icon, type IconName } from '../../../design/icon.tsx';
import { VisuallyHidden } from '../../../design/visually-hidden.tsx';
import type { RemovalTarget } from '../../editing/index.ts';
import { DragHandle } from './drag-handle.tsx';
import { useIsOpen, useListTools } from './list-context.ts';
import styles from './row.module.css';
import type { ScheduleState } from './row-state.ts';
import { ScheduleBadge } from './schedule-badge.tsx';

interface RowProps {
  rowKey: string;
  kind: 'block' | 'item';
  blockId: number;
  itemId?: number;
  name: string;
  text: string;
  icon: IconName;
  /** Instead of the icon. */
  picture?: string | undefined;
  isOn: boolean;
  /** Items of some types cannot be switched off. */
  hasSwitch?: boolean;
  schedule?: ScheduleState | undefined;
  marks?: readonly ('highlight' | 'sensitive')[];
}

export const Row = memo(function Row(props: RowProps) {
  const {
    rowKey,
    kind,
    blockId,
    itemId,
    name,
    text,
    icon,
    picture,
    isOn,
    hasSwitch = true,
    schedule,
    marks = [],
  } = props;
  const { t } = useLingui();
  const { actions, opened, openMenu } = useListTools();
  const isOpen = useIsOpen(rowKey);
  const target: RemovalTarget = kind === 'block' ? { kind, blockId } : { kind, blockId, itemId: itemId! };

  const toggle = () => opened.open(isOpen ? undefined : { target });
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    const row = step && actions.find(target);
    if (!row) return;
    event.preventDefault();
    const part = (event.target as HTMLElement).dataset.part;
    actions.moveTo(target, row.index + step);
    focusRow(rowKey, part);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the controls in it.
    <div
      id={`row-${rowKey}`}
      data-drag
      className={classNames(styles.row, kind === 'block' && styles.block, !isOn && styles.off)}
      onKeyDown={move}
    >
      <DragHandle
        rowKey={rowKey}
        target={target}
        label={t`Move ${name}`}
        onMenu={(opener) => openMenu(target, opener)}
      />
      <button
        type="button"
        data-part="main"
        className={styles.main}
        aria-expanded={isOpen}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={toggle}
      >
        <span className={styles.picture}>
          {picture ? <img src={picture} alt="" loading="lazy" /> : <Icon name={icon} />}
        </span>
        <span className={styles.words}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <span className={styles.line}>
            {marks.map((mark) => (
              <Mark key={mark} mark={mark} />
            ))}
            <span className={styles.text} dir="auto">
              {text}
            </span>
          </span>
        </span>
        {schedule && (
          <span className={styles.state}>
            <ScheduleBadge state={schedule} />
          </span>
        )}
      </button>
      {hasSwitch && (
        <Switch
          label={t`Show ${name} on the page`}
          isLabelHidden
          checked={isOn}
          data-part="switch"
          onChange={(event) => actions.switchOn(target, event.target.checked)}
        />
      )}
      <IconButton
        icon="more"
        label={t`Actions for ${name}`}
        title=""
        data-part="menu"
        aria-haspopup="menu"
        onClick={(event) => openMenu(target, event.currentTarget)}
        className={styles.menu!}
      />
    </div>
  );
});

const markIcons = { highlight: 'star', sensitive: 'warning' } as const;

function Mark({ mark }: { mark: keyof typeof markIcons }) {
  const { t } = useLingui();
  const label = { highlight: t`Highlighted`, sensitive: t`Sensitive` }[mark];
  return (
    <span className={styles.mark} title={label}>
      <Icon name={markIcons[mark]} size={16} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}

/** After it has moved; on the same control. */
export function focusRow(rowKey: string, part = 'main'): void {
  const row = document.getElementById(`row-${rowKey}`);
  row?.querySelector<HTMLElement>(`[data-part=${part}]`)?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}
