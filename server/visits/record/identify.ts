// What is known of a visit when it is recorded: whose it is, from where, and by what.
import type { KeyObject } from 'node:crypto';
import type { Micros } from '../../../contract/time.ts';
import { plainAddress } from './address.ts';
import { agentProfile, describeAgent } from './agents.ts';
import type { Place } from './geography/place.ts';
import type { Locator } from './geography.ts';
import type { Salts } from './salts.ts';
import { type Circumstances, type Traits, traitsOf } from './traits.ts';
import type { Visitors } from './visitors.ts';

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

export interface Sources {
  geography: Locator;
  salts: Salts;
  visitors: Visitors;
}

/** At once where the day's salt and the place are known, as they mostly are. */
export function identify(visit: Visit, at: Micros, sources: Sources): VisitEvent | Promise<VisitEvent> {
  const { geography, salts, visitors } = sources;
  const address = plainAddress(visit.address);
  const salt = salts.saltAt(at);
  const place = geography.locate(address);
  if (salt instanceof Promise || place instanceof Promise) {
    return Promise.all([salt, place]).then(([salt, place]) => eventOf(visit, at, address, salt, place, visitors));
  }
  return eventOf(visit, at, address, salt, place, visitors);
}

function eventOf(
  { accountId, targetId, userAgent, circumstances }: Visit,
  at: Micros,
  address: string,
  salt: KeyObject,
  { country, city }: Place,
  visitors: Visitors,
): VisitEvent {
  const agent = describeAgent(userAgent);
  const visitor = visitors.visitorOf(salt, accountId, address, agentProfile(userAgent));
  const { browser, os } = agent;
  const traits = traitsOf(agent, circumstances);
  return { accountId, targetId, at, visitor, country, city, os, browser, traits, address };
}
