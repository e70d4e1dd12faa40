// Limits how many large bodies, each of which takes disk space or memory, are read at a time: in total and per account.

const MAX_TOTAL = 16;
const MAX_PER_ACCOUNT = 4;

export interface BodySlots {
  /** Returns a function that releases the slot; undefined if all slots are taken. */
  enter(accountId: number): (() => void) | undefined;
}

export function createBodySlots(): BodySlots {
  const active = new Map<number, number>();
  let total = 0;
  return {
    enter(accountId) {
      const own = active.get(accountId) ?? 0;
      if (total >= MAX_TOTAL || own >= MAX_PER_ACCOUNT) return undefined;
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
