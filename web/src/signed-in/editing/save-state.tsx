// What is saved and what is not, with undo and redo. Failure and recovery are announced; the rest is only shown.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../design/actions/button.tsx';
import { announce, toast } from '../../design/feedback/toasts.tsx';
import { useTimes } from '../times.ts';
import styles from './save-state.module.css';
import { useEditor, useEditorState } from './use-editor.tsx';

export function SaveState() {
  const { t } = useLingui();
  const times = useTimes();
  const editor = useEditor();
  const { saving, savedAt, undoable, redoable, conflict } = useEditorState();
  const text = {
    idle: savedAt === undefined ? t`All changes saved` : t`Saved ${times.clock(new Date(savedAt))}`,
    saving: t`Saving…`,
    retrying: t`Not saved, retrying…`,
    offline: t`Offline. Your changes are kept here.`,
  }[saving];

  const before = useRef(saving);
  useEffect(() => {
    const isProblem = saving === 'retrying' || saving === 'offline';
    const wasProblem = before.current === 'retrying' || before.current === 'offline';
    if (isProblem !== wasProblem && saving !== 'saving') announce(isProblem ? text : t`Saved again.`);
    if (saving !== 'saving') before.current = saving;
  }, [saving, text, t]);

  useUndoKeys();

  const undo = () => {
    const label = editor.undo();
    if (label !== undefined) toast(t`Undone: ${label}`);
  };
  const redo = () => {
    const label = editor.redo();
    if (label !== undefined) toast(t`Redone: ${label}`);
  };
  return (
    <div className={styles.bar}>
      <span className={styles.state} data-state={conflict ? 'conflict' : saving}>
        {conflict ? t`Changed elsewhere` : text}
      </span>
      <IconButton
        icon="undo"
        label={undoable === undefined ? t`Nothing to undo` : t`Undo: ${undoable}`}
        onClick={undo}
        aria-disabled={undoable === undefined}
      />
      <IconButton
        icon="redo"
        label={redoable === undefined ? t`Nothing to redo` : t`Redo: ${redoable}`}
        onClick={redo}
        aria-disabled={redoable === undefined}
      />
    </div>
  );
}

/**
 * Ctrl+Z and Ctrl+Shift+Z, where no text is being typed: there they belong to the browser. A field that has just added
 * something leaves them to the page.
 */
function useUndoKeys(): void {
  const editor = useEditor();
  const { t } = useLingui();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndoKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
      if (!isUndoKey || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      const label = event.shiftKey ? editor.redo() : editor.undo();
      if (label !== undefined) toast(event.shiftKey ? t`Redone: ${label}` : t`Undone: ${label}`);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [editor, t]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return false;
  if (target.dataset.undoKeys === 'page') return false;
  return target instanceof HTMLTextAreaElement || !/^(?:checkbox|radio|range|color|button|file)$/.test(target.type);
}
