// Who a visit is by: the same visitor for one UTC day and one account, nobody in particular after that. Whoever was here
// a moment ago is not worked out again: a page sends its pulse, and its links are followed, by those who came to it.
import { createHmac, type KeyObject } from 'node:crypto';

/** 96 bits, as base64url writes them. */
const VISITOR_LENGTH = 16;
/** Nobody is remembered for longer than twice that, which is how long the live list keeps an address. */
const TURN_OVER_MS = 150_000;
const MOST_REMEMBERED = 5000;

export interface Visitors {
  visitorOf(salt: KeyObject, accountId: number, address: string, agent: string): string;
}

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
    visitorOf(salt, accountId, address, agent) {
      if (salt !== salted) {
        recent = former = new Map();
        salted = salt;
      }
      const text = `${accountId}\n${address}\n${agent}`;
      const known = recent.get(text);
      if (known !== undefined) return known;
      if (recent.size >= MOST_REMEMBERED) turnOver();
      timer ??= setTimeout(turnOver, TURN_OVER_MS).unref();
      const visitor =
        former.get(text) ?? createHmac('sha256', salt).update(text).digest('base64url').slice(0, VISITOR_LENGTH);
      recent.set(text, visitor);
      return visitor;
    },
  };
}
