import { useState } from 'react';

/**
 * The text of a field that adds something. It is empty again after that, and until something else is typed, Ctrl+Z in it
 * undoes the addition.
 */
export function useAddedText() {
  const [text, setText] = useState('');
  const [isAdded, setAdded] = useState(false);
  return {
    text,
    type(typed: string) {
      setText(typed);
      setAdded(false);
    },
    added() {
      setText('');
      setAdded(true);
    },
    undoKeys: { 'data-undo-keys': isAdded ? 'page' : undefined },
  };
}
