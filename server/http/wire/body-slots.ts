// Bodies that are larger than the usual ones: how many of them may be under way at a time, each with its room on disk or
// in memory, of all accounts and of one.

const MOST = 16;
const MAX_OF_ONE = 4;

export interface BodySlots {
  /** What it gives back is called once it is done with; undefined where there are too many. */
  enter(accountId: number): (() => void) | undefined;
}

export function createBodySlots(): BodySlots {
  const underWay = new Map<number, number>();
  let all = 0;
  return {
    enter(accountId) {
      const own = underWay.get(accountId) ?? 0;
      if (all >= MOST || own >= MAX_OF_ONE) return undefined;
      all += 1;
      underWay.set(accountId, own + 1);
      return () => {
        const left = underWay.get(accountId)! - 1;
        all -= 1;
        if (left > 0) underWay.set(accountId, left);
        else underWay.delete(accountId);
      };
    },
  };
}
