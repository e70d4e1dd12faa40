// Typed text that is not saved yet. Whoever is about to lose it is asked first: before another screen is shown, before a
// dialog closes, and, by the browser, before the tab closes.
import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import type { AroundNavHandler } from 'wouter';

type Check = () => boolean;

/** Shown by `LeaveDialog`. */
export interface LeaveQuestion {
  readonly number: number;
  stay(): void;
  leave(): void;
}

const everywhere = new Set<Check>();
/** Those inside the nearest dialog. */
export const ChecksAround = createContext<Set<Check>>(everywhere);
/** Kept while other screens are shown, and lost with the tab. */
const inTab = new Set<Check>();

let question: LeaveQuestion | undefined;
let count = 0;
const listeners = new Set<() => void>();
/** The address of the screen that is shown. */
let shown = location.href;

/** `isUnsaved` is called when somebody is about to leave. */
export function useUnsaved(isUnsaved: Check): void {
  const around = useContext(ChecksAround);
  const latest = useRef(isUnsaved);
  useEffect(() => {
    latest.current = isUnsaved;
  });
  useEffect(() => {
    const check = () => latest.current();
    everywhere.add(check);
    around.add(check);
    return () => {
      everywhere.delete(check);
      around.delete(check);
    };
  }, [around]);
}

export function askBeforeTabCloses(isUnsaved: Check): void {
  inTab.add(isUnsaved);
}

/** Before the page is left for good: what was typed belongs to somebody else. */
export function forgetUnsaved(): void {
  everywhere.clear();
  inTab.clear();
}

/** Leaves at once if nothing is lost. */
export function beforeLeaving(leave: () => void, checks: Set<Check> = everywhere): void {
  if (!isAny(checks)) leave();
  else {
    count += 1;
    ask({
      number: count,
      stay: () => ask(undefined),
      leave() {
        checks.clear();
        ask(undefined);
        leave();
      },
    });
  }
}

/** What is replaced, the app itself moves on from. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const go = () => {
    navigate(to, options);
    shown = location.href;
  };
  if (options?.replace || isSameScreen(to)) go();
  else beforeLeaving(go);
};

export function useLeaveQuestion(): LeaveQuestion | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question,
  );
}

function ask(next: LeaveQuestion | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}

function isAny(checks: Set<Check>): boolean {
  return [...checks].some((check) => check());
}

function isSameScreen(address: string): boolean {
  return new URL(address, shown).pathname === new URL(shown).pathname;
}

/** The browser has gone back already: the address of the screen is put on top again until there is an answer. */
function onPopState(event: Event): void {
  if (isSameScreen(location.href) || !isAny(everywhere)) {
    shown = location.href;
    return;
  }
  event.stopImmediatePropagation();
  history.pushState(null, '', shown);
  beforeLeaving(() => history.back());
}

addEventListener('popstate', onPopState, { capture: true });
addEventListener('beforeunload', (event) => {
  if (isAny(everywhere) || isAny(inTab)) event.preventDefault();
});
