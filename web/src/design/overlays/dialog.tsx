// The browser's own <dialog>: it holds the focus, closes on Escape, and gives the focus back.
import { Trans, useLingui } from '@lingui/react/macro';
import { createContext, type MouseEvent, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react';
import { beforeLeaving, ChecksAround } from '../../frame/unsaved.ts';
import { Button, IconButton } from '../actions/button.tsx';
import { classNames } from '../class-names.ts';
import styles from './dialog.module.css';

interface DialogProps {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** A dialog asks for little; a sheet holds what would fill a screen. */
  kind?: 'dialog' | 'sheet';
}

const CloseDialog = createContext(() => {});

/** Open as long as it is rendered. Before it closes with typed text in it, it asks. */
export function Dialog({ title, onClose, children, kind = 'dialog' }: DialogProps) {
  const { t } = useLingui();
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [unsaved] = useState(() => new Set<() => boolean>());
  const close = () => beforeLeaving(onClose, unsaved);

  useEffect(() => {
    const dialog = ref.current!;
    const opener = document.activeElement;
    dialog.showModal();
    // On devices with a keyboard, a dialog that begins with a field is ready for typing.
    const first = dialog.querySelector<HTMLElement>(`.${styles.body} :is(a, button, input, select, textarea)`);
    if (first?.matches(':read-write, select') && matchMedia('(pointer: fine)').matches) first.focus();
    return () => {
      dialog.close();
      // What opened it may be gone, such as the button of an empty list that now has something.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      else document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true });
    };
  }, []);

  // A press that starts inside, such as a selection of text, may end outside.
  const pressed = useRef<EventTarget>(null);
  const closeFromOutside = (event: MouseEvent) => {
    if (event.target === ref.current && pressed.current === ref.current) close();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it from the keyboard.
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={classNames(styles.dialog, kind === 'sheet' && styles.sheet)}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // A browser may close it all the same, on the second Escape in a row.
      onClose={() => {
        ref.current?.showModal();
        close();
      }}
      onPointerDown={(event) => {
        pressed.current = event.target;
      }}
      onClick={closeFromOutside}
    >
      <div className={styles.inner}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="close" label={t`Close`} onClick={close} className={styles.close!} />
        </div>
        <div className={styles.body}>
          <ChecksAround value={unsaved}>
            <CloseDialog value={close}>{children}</CloseDialog>
          </ChecksAround>
        </div>
      </div>
    </dialog>
  );
}

export function Sheet(props: Omit<DialogProps, 'kind'>) {
  return <Dialog {...props} kind="sheet" />;
}

/** Closes the dialog around it. */
export function CancelButton() {
  const close = useContext(CloseDialog);
  return (
    <Button onClick={close}>
      <Trans>Cancel</Trans>
    </Button>
  );
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
