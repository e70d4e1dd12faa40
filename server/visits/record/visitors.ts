// Visitor ids. An id identifies a visitor for one UTC day and one account, and is anonymous after that.
//
// An id is `network.visitor`, for example `Xb3_a.9fK2mQz0Lr`. Both parts are hashes with the day's salt: the first of
// the account and the visitor's network, the second of the account, the address and the browser. With IPv6, the network
// is the /48 and the /64 in it: `p0Zk2:Xb3.9fK2mQz0Lr`. Ids of one network are adjacent in the index of `visit_seen`,
// so they can be counted (`network-bound.ts`) without another table or index.
import { networksOf } from '../../system/networks.ts';
import type { Salt } from './salts.ts';

/** 30 bits. Networks that collide share a limit, which is far above what either needs. */
const NETWORK_LENGTH = 5;
/** 18 bits, for the 16 bits of a /64 in its /48. */
const INNER_LENGTH = 3;
/** 60 bits: no collisions between visitors of one network. */
const VISITOR_LENGTH = 10;
/** Not in base64url. Ids of the demo have none of them. */
const AFTER_NETWORK = '.';
const AFTER_OUTER = ':';
/** An address is cached for at most twice this time, which is how long the live list stores it. */
const ROTATION_MS = 150_000;
/** A power of two. About 150 bytes each. */
const SLOTS = 32_768;

export interface Visitors {
  /** `profile` identifies the visitor's browser. */
  visitorOf(salt: Salt, accountId: number, address: string, profile: string): string;
}

interface Known {
  readonly accountId: number;
  readonly address: string;
  readonly profile: string;
  readonly visitor: string;
  /** Used since the last rotation. */
  isRecent: boolean;
}

/**
 * Caches ids from the second visit on, because one visitor sends several requests: the page, its heartbeats and its
 * links. Each visitor has one slot, and a newer visitor takes it. A Map of all would cost more than the hashes when
 * visits are of very many accounts, and so would the garbage if visitors who come once were cached.
 */
export function createVisitors(): Visitors {
  const slots: (Known | undefined)[] = new Array(SLOTS).fill(undefined);
  /** Of the visitor who was last in each slot, cached or not. */
  const lastHashes = new Int32Array(SLOTS);
  let salted: Salt | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Keeps the ids used since the last call and drops the rest. */
  function rotate(): void {
    let isEmpty = true;
    lastHashes.fill(0);
    for (const [slot, known] of slots.entries()) {
      if (known?.isRecent) {
        known.isRecent = false;
        isEmpty = false;
      } else slots[slot] = undefined;
    }
    timer = isEmpty ? undefined : setTimeout(rotate, ROTATION_MS).unref();
  }

  return {
    visitorOf(salt, accountId, address, profile) {
      if (salt !== salted) {
        clearTimeout(timer);
        timer = undefined;
        slots.fill(undefined);
        lastHashes.fill(0);
        salted = salt;
      }
      const hash = hashOf(accountId, address, profile);
      const slot = hash & (SLOTS - 1);
      const known = slots[slot];
      if (known?.accountId === accountId && known.address === address && known.profile === profile) {
        known.isRecent = true;
        return known.visitor;
      }
      const visitor = visitorId(salt, `${accountId}\n`, address, profile);
      if (lastHashes[slot] === hash) slots[slot] = { accountId, address, profile, visitor, isRecent: true };
      else lastHashes[slot] = hash;
      timer ??= setTimeout(rotate, ROTATION_MS).unref();
      return visitor;
    },
  };
}

/** The prefixes of an id that stand for its networks, the narrowest first. */
export function networksIn(visitor: string): string[] {
  const [outer, inner] = [NETWORK_LENGTH + 1, NETWORK_LENGTH + INNER_LENGTH + 2];
  if (visitor[outer - 1] === AFTER_NETWORK) return [visitor.slice(0, outer)];
  return visitor[outer - 1] === AFTER_OUTER ? [visitor.slice(0, inner), visitor.slice(0, outer)] : [];
}

function visitorId({ hash }: Salt, account: string, address: string, profile: string): string {
  const [network, outer] = networksOf(address).map(({ name }) => hash(account + name));
  const prefix = outer
    ? outer.slice(0, NETWORK_LENGTH) + AFTER_OUTER + network!.slice(0, INNER_LENGTH)
    : network!.slice(0, NETWORK_LENGTH);
  return prefix + AFTER_NETWORK + hash(`${account}${address}\n${profile}`).slice(0, VISITOR_LENGTH);
}

/** A collision only costs a hash. */
function hashOf(accountId: number, address: string, profile: string): number {
  let hash = Math.imul(accountId, 0x9e3779b1);
  for (let at = 0; at < address.length; at += 1) hash = Math.imul(hash ^ address.charCodeAt(at), 0x01000193);
  for (let at = 0; at < profile.length; at += 1) hash = Math.imul(hash ^ profile.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}
