// Who a visit is by: the same visitor for one UTC day and one account, nobody in particular after that. Whoever was here
// a moment ago is not worked out again: a page sends its pulse, and its links are followed, by those who came to it.
import type { KeyObject } from 'node:crypto';
import { MINUTE, type Micros } from '../../contract/time.ts';
import { hmac } from './hmac.ts';

/** 96 bits, as base64url writes them. */
const VISITOR_LENGTH = 16;
/** No longer than the live list keeps an address. */
const REMEMBERED: Micros = 5 * MINUTE;
const MOST_REMEMBERED = 20_000;

export interface Visitors {
  visitorOf(salt: KeyObject, at: Micros, accountId: number, address: string, agent: string): string;
}

export function createVisitors(): Visitors {
  let salted: KeyObject | undefined;
  let since: Micros = 0;
  let recent = new Map<string, string>();
  let former = recent;

  /** What was asked for since the last time is carried on; the rest goes. */
  function turnOver(salt: KeyObject, at: Micros): void {
    former = salt === salted ? recent : new Map();
    recent = new Map();
    salted = salt;
    since = at;
  }

  return {
    visitorOf(salt, at, accountId, address, agent) {
      const age = at - since;
      if (salt !== salted || age < 0 || age >= REMEMBERED / 2 || recent.size >= MOST_REMEMBERED) turnOver(salt, at);
      const text = `${accountId}\n${address}\n${agent}`;
      const known = recent.get(text);
      if (known !== undefined) return known;
      const visitor = former.get(text) ?? hmac(salt, text).slice(0, VISITOR_LENGTH);
      recent.set(text, visitor);
      return visitor;
    },
  };
}
