// Short confirmations, shown for a few seconds and read out. Errors do not belong here: they stay where they happened.
import { useSyncExternalStore } from 'react';
import { Icon } from '../icon.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './toasts.module.css';

interface Toast {
  id: number;
  text: string;
  /** Read out and not shown. */
  silent: boolean;
}

const SHOWN_MS = 5_000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

export function toast(text: string): void {
  add(text, false);
}

/** For screen readers: what others see happen on the screen. */
export function announce(text: string): void {
  add(text, true);
}

function add(text: string, silent: boolean): void {
  lastId += 1;
  const id = lastId;
  set([...toasts.filter((shown) => shown.text !== text), { id, text, silent }]);
  setTimeout(() => set(toasts.filter((shown) => shown.id !== id)), SHOWN_MS);
}

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div role="status" className={styles.region}>
      {shown.map(({ id, text, silent }) =>
        silent ? (
          <VisuallyHidden key={id}>{text}</VisuallyHidden>
        ) : (
          <p key={id} className={styles.toast}>
            <Icon name="check" size={16} />
            {text}
          </p>
        ),
      )}
    </div>
  );
}
