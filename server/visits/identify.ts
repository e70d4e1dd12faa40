// Who a visit is by: the same visitor for one UTC day and one account, nobody in particular after that.
import type { KeyObject } from 'node:crypto';
import type { Micros } from '../../contract/time.ts';
import { plainAddress } from './address.ts';
import { describeAgent, plainAgent } from './agents.ts';
import type { Locator } from './geography.ts';
import { hmac } from './hmac.ts';
import type { Salts } from './salts.ts';
import { type Circumstances, type Traits, traitsOf } from './traits.ts';

/** A request, as far as counting it goes. */
export interface Visit {
  accountId: number;
  /** PAGE, or the id of the link that was followed. */
  targetId: number;
  address: string | undefined;
  userAgent: string | undefined;
  /** What else the request tells, where it was one. */
  circumstances?: Circumstances | undefined;
}

/** A visit that is identified. Its address is for the live list alone; without one it does not get there. */
export interface VisitEvent {
  accountId: number;
  targetId: number;
  at: Micros;
  visitor: string;
  country: string;
  city: string;
  os: string;
  browser: string;
  traits?: Traits;
  address?: string;
}

/** 96 bits, as base64url writes them. */
const VISITOR_LENGTH = 16;

export function visitorOf(salt: KeyObject, visit: Pick<Visit, 'accountId' | 'address' | 'userAgent'>): string {
  const agent = plainAgent(visit.userAgent);
  return hmac(salt, `${visit.accountId}\n${plainAddress(visit.address)}\n${agent}`).slice(0, VISITOR_LENGTH);
}

export async function identify(
  visit: Visit,
  at: Micros,
  { geography, salts }: { geography: Locator; salts: Salts },
): Promise<VisitEvent> {
  const salt = await salts.saltAt(at);
  const { country, city } = await geography.locate(visit.address);
  const agent = describeAgent(visit.userAgent);
  const { browser, os } = agent;
  const traits = traitsOf(agent, visit.circumstances);
  const { accountId, targetId } = visit;
  const address = plainAddress(visit.address);
  const visitor = visitorOf(salt, visit);
  return { accountId, targetId, at, visitor, country, city, os, browser, traits, address };
}
