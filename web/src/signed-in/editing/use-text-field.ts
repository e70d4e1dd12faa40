// A text of the page in a field: typed text is a draft, and is saved on Enter, on blur or when the row closes. Escape
// brings the saved text back. A refused text stays, with the reason.
import { useLingui } from '@lingui/react';
import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { failureOf, fieldErrorsOf } from '../../api/failure.ts';
import { useDrafts } from './drafts.ts';
import type { EditTarget, Fields } from './operations.ts';
import { useEditor } from './use-editor.tsx';

interface TextFieldOptions {
  target: EditTarget;
  /** Such as `content.caption`. */
  path: string;
  /** What is saved, or about to be, as text. */
  saved: string;
  /** The same as it is in the record; the text itself by default. */
  savedValue?: unknown;
  /** What the change is called when it is undone. */
  label: string;
  /** What is sent for the text; the text itself by default. */
  toValue?: (text: string) => unknown;
  /** Enter makes a new line. */
  isMultiline?: boolean;
  /** What is wrong with the text; then it is not saved. */
  check?: (text: string) => string | undefined;
  /** What is wrong now, together with other fields: said at once, and not saved as long as it lasts. */
  problem?: string | undefined;
}

type Input = HTMLInputElement | HTMLTextAreaElement;

export interface TextFieldBinding {
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<Input>) => void;
  onBlur: () => void;
  onKeyDown: (event: KeyboardEvent<Input>) => void;
}

export function useTextField(options: TextFieldOptions): TextFieldBinding {
  const { target, path, saved, label, toValue = (text: string) => text, isMultiline = false, check, problem } = options;
  const savedValue = 'savedValue' in options ? (options.savedValue ?? null) : toValue(saved);
  const { i18n } = useLingui();
  const editor = useEditor();
  useDrafts(editor.drafts);
  const draft = editor.drafts.find(target, path);
  const text = draft ? draft.text : saved;
  const [error, setError] = useState<string>();

  const type = (typed: string) => {
    const base = draft?.base ?? fieldsAt(path, savedValue);
    const isChanged = typed !== saved;
    editor.drafts.set(
      target,
      path,
      isChanged ? { text: typed, patch: fieldsAt(path, toValue(typed)), base } : undefined,
    );
  };

  const commit = async () => {
    const typed = editor.drafts.find(target, path);
    if (!typed) return;
    const found = check?.(typed.text);
    setError(found);
    if (found !== undefined || problem !== undefined) return;
    editor.drafts.set(target, path, undefined);
    try {
      await editor.change({ type: 'edit', target, patch: typed.patch, base: typed.base }, label);
    } catch (failure) {
      editor.drafts.set(target, path, typed);
      setError(Object.values(fieldErrorsOf(failure, i18n))[0] ?? failureOf(failure, i18n).title);
    }
  };

  // Closing the row saves what was typed in it.
  const latest = useRef(commit);
  latest.current = commit;
  useEffect(() => () => void latest.current(), []);

  return {
    value: text,
    error: problem ?? error,
    onChange: (event) => type(event.target.value),
    onBlur: () => void commit(),
    onKeyDown(event) {
      if (event.key === 'Escape' && draft) {
        event.preventDefault();
        event.stopPropagation();
        setError(undefined);
        editor.drafts.set(target, path, undefined);
      } else if (event.key === 'Enter' && (!isMultiline || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        void commit();
      }
    },
  };
}

/** `content.caption` and a value: `{ content: { caption: value } }`. */
export function fieldsAt(path: string, value: unknown): Fields {
  return path.split('.').reduceRight((inner: unknown, name) => ({ [name]: inner }), value) as Fields;
}
