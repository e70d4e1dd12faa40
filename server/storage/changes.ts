// Cache invalidation. Each cached value has a stamp and is fresh until its account changes. A write by this process
// counts at once, a write by another process as soon as the store reports it, well within a second.
// Changes are counted in a fixed number of slots that accounts share. The memory is therefore bounded, and a collision
// only causes an unnecessary cache miss.

/** `account`: anything an account owns. `visits`: only its counts. */
export interface Change {
  topic: 'account' | 'visits';
  accountIds: readonly number[];
}

export interface Stamp {
  epoch: number;
  /** For counts only. */
  countsEpoch: number;
  account: number;
  visits: number;
}

/** A prime, so that ids at regular intervals do not collide. */
const SLOTS = 262_139;

export interface Freshness {
  /** Take the stamp before reading. A change during the read then makes the value stale, as it should. */
  stamp(accountId: number): Stamp;
  isFresh(stamp: Stamp, accountId: number, topic: Change['topic']): boolean;
  changed(change: Change): void;
  /** The counts of any account may have changed. */
  countsChanged(): void;
  /** While changes of other processes are not received, no cached value is fresh. */
  setDisconnected(isDisconnected: boolean): void;
}

export function createFreshness(): Freshness {
  const changes = { account: new Uint32Array(SLOTS), visits: new Uint32Array(SLOTS) };
  let epoch = 0;
  let countsEpoch = 0;
  let isDisconnected = false;

  return {
    stamp(accountId) {
      const slot = accountId % SLOTS;
      return {
        epoch: isDisconnected ? -1 : epoch,
        countsEpoch,
        account: changes.account[slot]!,
        visits: changes.visits[slot]!,
      };
    },
    isFresh(stamp, accountId, topic) {
      if (isDisconnected || stamp.epoch !== epoch) return false;
      const slot = accountId % SLOTS;
      if (stamp.account !== changes.account[slot]) return false;
      return topic === 'account' || (stamp.countsEpoch === countsEpoch && stamp.visits === changes.visits[slot]);
    },
    changed({ topic, accountIds }) {
      for (const accountId of accountIds) changes[topic][accountId % SLOTS]! += 1;
    },
    countsChanged() {
      countsEpoch += 1;
    },
    setDisconnected(now) {
      isDisconnected = now;
      // Any change of any account may have been missed.
      epoch += 1;
    },
  };
}
