// One at a time, and no more waiting than can be served soon: work that takes a processor and much memory.

export interface Turns {
  /** Undefined where too many wait already. */
  take<T>(work: () => Promise<T>): Promise<T> | undefined;
}

export function createTurns(mostWaiting: number): Turns {
  let last: Promise<unknown> = Promise.resolve();
  let underWay = 0;
  return {
    take(work) {
      if (underWay > mostWaiting) return undefined;
      underWay += 1;
      const done = last.then(work).finally(() => {
        underWay -= 1;
      });
      last = done.catch(() => {});
      return done;
    },
  };
}
