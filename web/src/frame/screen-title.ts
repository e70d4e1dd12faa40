// A new screen is announced as a new page would be: by the document's title, and by the focus on its heading.
import { type RefObject, useEffect, useRef } from 'react';

let hasShownOne = false;

export function useScreenTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${title} · Fingerpost`;
  }, [title]);

  useEffect(() => {
    // The browser itself has just read out the first one.
    if (hasShownOne) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    hasShownOne = true;
  }, []);

  return heading;
}
