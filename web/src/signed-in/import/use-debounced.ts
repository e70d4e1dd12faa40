import { useEffect, useState } from 'react';

const PAUSE_MS = 500;

/** What was typed, once the typing has paused. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
