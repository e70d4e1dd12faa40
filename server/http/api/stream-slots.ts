// The slots of live streams, shared fairly between accounts: when all are taken, the account with most streams gives up
// its oldest one to an account that has fewer.

export interface StreamSlots {
  /**
   * Returns a function that leaves the slot; undefined if there is none. `onDisplaced` runs if another gets the slot.
   */
  enter(accountId: number, onDisplaced: () => void): (() => void) | undefined;
  /** Of all streams. */
  displaceAll(): void;
}

interface Stream {
  onDisplaced: () => void;
}

export function createStreamSlots(max: number): StreamSlots {
  /** By account, the oldest first. */
  const streams = new Map<number, Stream[]>();
  let size = 0;

  function leave(accountId: number, stream: Stream): void {
    const own = streams.get(accountId) ?? [];
    const index = own.indexOf(stream);
    if (index < 0) return;
    own.splice(index, 1);
    if (own.length === 0) streams.delete(accountId);
    size -= 1;
  }

  /** False if no account would still have as many as this one afterwards. */
  function makeRoom(accountId: number): boolean {
    let most = { accountId, own: streams.get(accountId) ?? [] };
    const mine = most.own.length;
    for (const [each, own] of streams) if (own.length > most.own.length) most = { accountId: each, own };
    if (most.own.length <= mine + 1) return false;
    const oldest = most.own[0]!;
    leave(most.accountId, oldest);
    oldest.onDisplaced();
    return true;
  }

  return {
    enter(accountId, onDisplaced) {
      if (size >= max && !makeRoom(accountId)) return undefined;
      const stream = { onDisplaced };
      const own = streams.get(accountId);
      if (own) own.push(stream);
      else streams.set(accountId, [stream]);
      size += 1;
      return () => leave(accountId, stream);
    },
    displaceAll() {
      for (const stream of [...streams.values()].flat()) stream.onDisplaced();
    },
  };
}
