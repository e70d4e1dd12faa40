import { useEffect, useState } from 'react';

const PAUSE_MS = 500;

/** What was typed, once the typing has paused. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
