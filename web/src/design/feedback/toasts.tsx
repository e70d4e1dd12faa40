// Short confirmations, shown for a few seconds and read out. Errors do not belong here: they stay where they happened.
import { useSyncExternalStore } from 'react';
import { Button } from '../actions/button.tsx';
import { Icon } from '../icon.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import styles from './toasts.module.css';

interface Toast {
  id: number;
  text: string;
  /** Read out and not shown. */
  silent: boolean;
  actions: readonly ToastAction[];
}

/** Such as Undo. It must be possible elsewhere too: a toast goes away. */
export interface ToastAction {
  label: string;
  onChoose: () => void;
}

const SHOWN_MS = 5_000;
const SHOWN_WITH_ACTION_MS = 12_000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

export function toast(text: string, ...actions: readonly ToastAction[]): void {
  add(text, false, actions);
}

/** For screen readers: what others see happen on the screen. */
export function announce(text: string): void {
  add(text, true, []);
}

function add(text: string, silent: boolean, actions: readonly ToastAction[]): void {
  lastId += 1;
  const id = lastId;
  set([...toasts.filter((shown) => shown.text !== text), { id, text, silent, actions }]);
  setTimeout(() => remove(id), actions.length > 0 ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
}

function remove(id: number): void {
  set(toasts.filter((shown) => shown.id !== id));
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
      {shown.map(({ id, text, silent, actions }) =>
        silent ? (
          <VisuallyHidden key={id}>{text}</VisuallyHidden>
        ) : (
          <p key={id} className={styles.toast}>
            <Icon name="check" size={16} />
            {text}
            {actions.map((action) => (
              <Button
                key={action.label}
                variant="quiet"
                size="small"
                className={styles.action}
                onClick={() => {
                  remove(id);
                  action.onChoose();
                }}
              >
                {action.label}
              </Button>
            ))}
          </p>
        ),
      )}
    </div>
  );
}
