// What is kept in memory is kept with a stamp, and is good for as long as nobody changed what it was made from. A write
// of this process counts at once; another process's as soon as the store tells of it, well within a second.

/** `account`: anything an account owns. `visits`: only its counts. */
export interface Change {
  topic: 'account' | 'visits';
  accountIds: number[];
}

export interface Stamp {
  epoch: number;
  account: number;
  visits: number;
}

const MOST_ACCOUNTS_TRACKED = 100_000;

export interface Freshness {
  /** Take it before reading what is to be kept: a change in between then makes it stale, as it should. */
  stamp(accountId: number): Stamp;
  isFresh(stamp: Stamp, accountId: number, topic: Change['topic']): boolean;
  changed(change: Change): void;
  forgetAll(): void;
  /** While other processes cannot be heard, nothing that is kept may be trusted. */
  setDeaf(deaf: boolean): void;
}

export function createFreshness(): Freshness {
  const versions = new Map<number, { account: number; visits: number }>();
  let epoch = 0;
  let deaf = false;

  function forgetAll() {
    epoch += 1;
    versions.clear();
  }

  return {
    stamp(accountId) {
      const version = versions.get(accountId);
      return { epoch: deaf ? -1 : epoch, account: version?.account ?? 0, visits: version?.visits ?? 0 };
    },
    isFresh(stamp, accountId, topic) {
      if (deaf || stamp.epoch !== epoch) return false;
      const version = versions.get(accountId);
      if (!version) return stamp.account === 0 && stamp.visits === 0;
      return stamp.account === version.account && (topic === 'account' || stamp.visits === version.visits);
    },
    changed({ topic, accountIds }) {
      if (versions.size + accountIds.length > MOST_ACCOUNTS_TRACKED) return forgetAll();
      for (const accountId of accountIds) {
        const version = versions.get(accountId) ?? { account: 0, visits: 0 };
        version[topic] += 1;
        versions.set(accountId, version);
      }
    },
    forgetAll,
    setDeaf(now) {
      deaf = now;
      forgetAll();
    },
  };
}
