// What is kept in memory is kept with a stamp, and is good for as long as nobody changed what it was made from. A write
// of this process counts at once; another process's as soon as the store tells of it, well within a second.
// Changes are counted in as many places as there is room for, each shared by a few accounts: however many accounts
// change, nothing has to be forgotten, and the worst that can happen is that something is made anew in vain.

/** `account`: anything an account owns. `visits`: only its counts. */
export interface Change {
  topic: 'account' | 'visits';
  accountIds: readonly number[];
}

export interface Stamp {
  epoch: number;
  /** Of counts alone. */
  countsEpoch: number;
  account: number;
  visits: number;
}

/** A prime, so that ids which are given out at regular distances do not meet in the same places. */
const PLACES = 262_139;

export interface Freshness {
  /** Take it before reading what is to be kept: a change in between then makes it stale, as it should. */
  stamp(accountId: number): Stamp;
  isFresh(stamp: Stamp, accountId: number, topic: Change['topic']): boolean;
  changed(change: Change): void;
  /** Those of any account may have. */
  countsChanged(): void;
  /** While other processes cannot be heard, nothing that is kept may be trusted. */
  setDisconnected(isDisconnected: boolean): void;
}

export function createFreshness(): Freshness {
  const changes = { account: new Uint32Array(PLACES), visits: new Uint32Array(PLACES) };
  let epoch = 0;
  let countsEpoch = 0;
  let isDisconnected = false;

  return {
    stamp(accountId) {
      const place = accountId % PLACES;
      return {
        epoch: isDisconnected ? -1 : epoch,
        countsEpoch,
        account: changes.account[place]!,
        visits: changes.visits[place]!,
      };
    },
    isFresh(stamp, accountId, topic) {
      if (isDisconnected || stamp.epoch !== epoch) return false;
      const place = accountId % PLACES;
      if (stamp.account !== changes.account[place]) return false;
      return topic === 'account' || (stamp.countsEpoch === countsEpoch && stamp.visits === changes.visits[place]);
    },
    changed({ topic, accountIds }) {
      for (const accountId of accountIds) changes[topic][accountId % PLACES]! += 1;
    },
    countsChanged() {
      countsEpoch += 1;
    },
    setDisconnected(now) {
      isDisconnected = now;
      // Whatever was missed meanwhile, or whoever it was of.
      epoch += 1;
    },
  };
}
