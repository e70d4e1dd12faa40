// Limits how many requests that take much disk space, memory or time are served at a time: in total and per account.

const MAX_TOTAL = 16;
const MAX_PER_ACCOUNT = 4;

export interface BodySlots {
  /** Returns a function that releases the slot; undefined if all slots are taken. */
  enter(accountId: number): (() => void) | undefined;
}

export function createBodySlots({ maxPerAccount = MAX_PER_ACCOUNT } = {}): BodySlots {
  const active = new Map<number, number>();
  let total = 0;
  return {
    enter(accountId) {
      const own = active.get(accountId) ?? 0;
      if (total >= MAX_TOTAL || own >= maxPerAccount) return undefined;
      total += 1;
      active.set(accountId, own + 1);
      return () => {
        const left = active.get(accountId)! - 1;
        total -= 1;
        if (left > 0) active.set(accountId, left);
        else active.delete(accountId);
      };
    },
  };
}
