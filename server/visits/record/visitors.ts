// Visitor ids. An id identifies a visitor for one UTC day and one account, and is anonymous after that.
//
// An id is `network.visitor`, for example `Xb3_a.9fK2mQz0Lr`. Both parts are hashes with the day's salt: the first of
// the account and the visitor's network, the second of the account, the address and the browser. Ids of one network are
// adjacent in the index of `visit_seen`, so they can be counted (`network-bound.ts`) without another table or index.
import { createHmac, type KeyObject } from 'node:crypto';
import { networkOf } from './address.ts';

/** 30 bits. Networks that collide share a limit, which is far above what either needs. */
const NETWORK_LENGTH = 5;
/** 60 bits: no collisions between visitors of one network. */
const VISITOR_LENGTH = 10;
/** Not in base64url. Ids of earlier versions and of the demo have no separator. */
const SEPARATOR = '.';
/** An address is cached for at most twice this time, which is how long the live list stores it. */
const ROTATION_MS = 150_000;
/** About 150 bytes each, twice: for those used since the last rotation, and before it. */
const MAX_CACHED = 20_000;

export interface Visitors {
  /** `profile` identifies the visitor's browser. */
  visitorOf(salt: KeyObject, accountId: number, address: string, profile: string): string;
}

/** Caches ids, because one visitor sends several requests: the page, its pulses and its links. */
export function createVisitors(): Visitors {
  let salted: KeyObject | undefined;
  let recent = new Map<string, string>();
  let previous = recent;
  let timer: NodeJS.Timeout | undefined;

  /** Keeps the ids used since the last call and drops the rest. */
  function rotate(): void {
    clearTimeout(timer);
    previous = recent;
    recent = new Map();
    timer = previous.size > 0 ? setTimeout(rotate, ROTATION_MS).unref() : undefined;
  }

  return {
    visitorOf(salt, accountId, address, profile) {
      if (salt !== salted) {
        recent = previous = new Map();
        salted = salt;
      }
      const text = `${accountId}\n${address}\n${profile}`;
      const cached = recent.get(text);
      if (cached !== undefined) return cached;
      if (recent.size >= MAX_CACHED) rotate();
      timer ??= setTimeout(rotate, ROTATION_MS).unref();
      const visitor = previous.get(text) ?? visitorId(salt, `${accountId}\n${networkOf(address)}`, text);
      recent.set(text, visitor);
      return visitor;
    },
  };
}

/** The network part of an id; undefined if it has none. */
export function networkIn(visitor: string): string | undefined {
  return visitor[NETWORK_LENGTH] === SEPARATOR ? visitor.slice(0, NETWORK_LENGTH + 1) : undefined;
}

function visitorId(salt: KeyObject, network: string, visitor: string): string {
  return digest(salt, network).slice(0, NETWORK_LENGTH) + SEPARATOR + digest(salt, visitor).slice(0, VISITOR_LENGTH);
}

function digest(salt: KeyObject, text: string): string {
  return createHmac('sha256', salt).update(text).digest('base64url');
}
