// What costs much to draw is drawn in steps, or when it is needed, so that the browser can answer meanwhile.
import { type ReactNode, startTransition, useDeferredValue, useEffect, useRef, useState } from 'react';

interface WhenLoadedProps {
  isLoading: boolean;
  skeleton: ReactNode;
  children: () => ReactNode;
}

/** A skeleton, and in steps what it stands for. What is there from the beginning is drawn at once: a skeleton would flicker. */
export function WhenLoaded({ isLoading, skeleton, children }: WhenLoadedProps) {
  const [wasLoading] = useState(isLoading);
  const isTurn = useDeferredValue(!isLoading);
  return isLoading || (wasLoading && !isTurn) ? skeleton : children();
}

/** How many of a long list are drawn: a few more in each step, until all are. */
export function useGradually(count: number, { few, isAtOnce }: { few: number; isAtOnce: boolean }): number {
  const [drawn, setDrawn] = useState(isAtOnce ? Number.POSITIVE_INFINITY : few);
  useEffect(() => {
    if (drawn === Number.POSITIVE_INFINITY) return;
    // Once all are drawn, later ones are drawn at once.
    startTransition(() => setDrawn(drawn + few >= count ? Number.POSITIVE_INFINITY : drawn + few));
  }, [drawn, few, count]);
  return drawn;
}

/** Before it comes into view, so that nobody sees it being drawn. */
const AHEAD = '600px';

/** A decoration that costs much: drawn when it comes near the visible part, in a place that has its size already. */
export function NearView({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const container = useRef<HTMLSpanElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setNear(true);
        observer.disconnect();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(container.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <span ref={container} className={className}>
      {isNear && children}
    </span>
  );
}
