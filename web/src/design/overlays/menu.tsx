// A menu in a popover of the browser's own: on top of everything, closed by Escape or a press elsewhere. Arrow keys,
// Home and End move the focus.
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import styles from './menu.module.css';

export interface MenuItem {
  label: string;
  /** The language of the label, if it is another than the interface's. */
  lang?: string;
  icon?: IconName;
  onChoose: () => void;
  danger?: boolean;
  /** One of several settings: whether it is the current one. */
  checked?: boolean;
}

interface MenuProps {
  label: string;
  items: readonly MenuItem[];
  /** What opens it; gets the attributes that tie it to the menu. */
  children: (opener: MenuOpener) => ReactNode;
}

export interface MenuOpener {
  popoverTarget: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
}

export function Menu({ label, items, children }: MenuProps) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const opener = () => document.querySelector(`[popovertarget="${CSS.escape(id)}"]`);
  const onToggle = (willOpen: boolean) => {
    setOpen(willOpen);
    if (willOpen) requestAnimationFrame(() => positionBeside(opener(), ref.current));
  };
  return (
    <>
      {children({ popoverTarget: id, 'aria-haspopup': 'menu', 'aria-expanded': isOpen })}
      <MenuPopover {...{ id, ref, label, items }} onBeforeToggle={(event) => onToggle(event.newState === 'open')} />
    </>
  );
}

interface ContextMenuProps {
  label: string;
  items: readonly MenuItem[];
  /** It opens beside this. */
  opener: HTMLElement;
  onClose: () => void;
}

/** One menu for many openers, such as the rows of a long list. Open as long as it is rendered. */
export function ContextMenu({ label, items, opener, onClose }: ContextMenuProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current!.showPopover();
    positionBeside(opener, ref.current);
  }, [opener]);
  return (
    <MenuPopover
      {...{ ref, label, items }}
      onBeforeToggle={(event) => {
        if (event.newState === 'open') return;
        if (ref.current!.contains(document.activeElement)) opener.focus();
        onClose();
      }}
    />
  );
}

interface MenuPopoverProps {
  id?: string;
  ref: RefObject<HTMLDivElement | null>;
  label: string;
  items: readonly MenuItem[];
  onBeforeToggle: (event: ToggleEvent<HTMLDivElement>) => void;
}

function MenuPopover({ id, ref, label, items, onBeforeToggle }: MenuPopoverProps) {
  const moveFocus = (event: KeyboardEvent) => {
    const choices = [...ref.current!.querySelectorAll<HTMLElement>('[role^=menuitem]')];
    const at = choices.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choices.at(next % choices.length)?.focus();
  };
  return (
    <div
      ref={ref}
      id={id}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles.menu}
      onBeforeToggle={onBeforeToggle}
      onToggle={(event) => {
        if (event.newState === 'open') ref.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
      }}
      onKeyDown={moveFocus}
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          {...(item.checked === undefined
            ? { role: 'menuitem' }
            : { role: 'menuitemradio', 'aria-checked': item.checked })}
          tabIndex={-1}
          lang={item.lang}
          className={classNames(styles.item, item.danger && styles.danger)}
          onClick={() => {
            ref.current!.hidePopover();
            item.onChoose();
          }}
        >
          {item.icon && <Icon name={item.icon} />}
          {item.label}
          {item.checked && (
            <span className={styles.checked}>
              <Icon name="check" size={16} />
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

/** Below what opened it, or above where there is no room; inside the window. */
function positionBeside(opener: Element | null, menu: HTMLElement | null): void {
  if (!opener || !menu) return;
  const { top, bottom, left, right } = opener.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const gap = 4;
  const fitsBelow = bottom + gap + height <= window.innerHeight;
  const isInEndHalf = left + right > window.innerWidth;
  const start = isInEndHalf ? right - width : left;
  menu.style.top = `${fitsBelow ? bottom + gap : Math.max(gap, top - gap - height)}px`;
  menu.style.left = `${Math.min(Math.max(gap, start), window.innerWidth - width - gap)}px`;
}
