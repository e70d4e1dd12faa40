// Who a visit is by: the same visitor for one UTC day and one account, nobody in particular after that.
//
// An id is `network.visitor`, for example `Xb3_a.9fK2mQz0Lr`: both parts are hashes under the day's salt, the first of the
// account and the visitor's network, the second of the account, the address and the browser. Ids of one network are
// neighbours in the index of `visit_seen`, so they can be counted (`network-bound.ts`) without another table or index.
import { createHmac, type KeyObject } from 'node:crypto';
import { networkOf } from './address.ts';

/** 30 bits. Two networks that share them share a bound, which is far above what either needs. */
const NETWORK_LENGTH = 5;
/** 60 bits: no two visitors of one network share them. */
const VISITOR_LENGTH = 10;
/** Not part of base64url. Ids made by earlier versions, and those of the demo, have none. */
const SEPARATOR = '.';
/** Nobody is remembered for longer than twice that, which is how long the live list keeps an address. */
const TURN_OVER_MS = 150_000;
const MAX_REMEMBERED = 5000;

export interface Visitors {
  /** `profile` is what the visitor's browser is identified by. */
  visitorOf(salt: KeyObject, accountId: number, address: string, profile: string): string;
}

/** Caches ids: who comes to a page sends its pulse and follows its links, too. */
export function createVisitors(): Visitors {
  let salted: KeyObject | undefined;
  let recent = new Map<string, string>();
  let former = recent;
  let timer: NodeJS.Timeout | undefined;

  /** What was asked for since the last time is carried on; the rest goes. */
  function turnOver(): void {
    clearTimeout(timer);
    former = recent;
    recent = new Map();
    timer = former.size > 0 ? setTimeout(turnOver, TURN_OVER_MS).unref() : undefined;
  }

  return {
    visitorOf(salt, accountId, address, profile) {
      if (salt !== salted) {
        recent = former = new Map();
        salted = salt;
      }
      const text = `${accountId}\n${address}\n${profile}`;
      const known = recent.get(text);
      if (known !== undefined) return known;
      if (recent.size >= MAX_REMEMBERED) turnOver();
      timer ??= setTimeout(turnOver, TURN_OVER_MS).unref();
      const visitor = former.get(text) ?? visitorId(salt, `${accountId}\n${networkOf(address)}`, text);
      recent.set(text, visitor);
      return visitor;
    },
  };
}

/** The network's part of an id; undefined where it has none. */
export function networkIn(visitor: string): string | undefined {
  return visitor[NETWORK_LENGTH] === SEPARATOR ? visitor.slice(0, NETWORK_LENGTH + 1) : undefined;
}

function visitorId(salt: KeyObject, network: string, visitor: string): string {
  return digest(salt, network).slice(0, NETWORK_LENGTH) + SEPARATOR + digest(salt, visitor).slice(0, VISITOR_LENGTH);
}

function digest(salt: KeyObject, text: string): string {
  return createHmac('sha256', salt).update(text).digest('base64url');
}
