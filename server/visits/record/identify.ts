// Adds everything known about a visit when it is recorded: visitor, location, browser and traits.
import type { Micros } from '../../../contract/time.ts';
import { plainAddress } from './address.ts';
import { agentProfile, describeAgent } from './agents.ts';
import type { Place } from './geography/place.ts';
import type { Locator } from './geography.ts';
import type { Salt, Salts } from './salts.ts';
import { type Circumstances, type Traits, traitsOf } from './traits.ts';
import type { Visitors } from './visitors.ts';

/** A request, as far as it is needed to count it. */
export interface Visit {
  accountId: number;
  /** PAGE, or the id of the link. */
  targetId: number;
  address: string | undefined;
  userAgent: string | undefined;
  /** Other properties of the request, if there was one. */
  circumstances?: Circumstances | undefined;
}

/** An identified visit. The address is only for the live list; without it, the visit is not listed. */
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

/** Synchronous if the day's salt and the location are cached, which is the normal case. */
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
  salt: Salt,
  { country, city }: Place,
  visitors: Visitors,
): VisitEvent {
  const agent = describeAgent(userAgent);
  const visitor = visitors.visitorOf(salt, accountId, address, agentProfile(userAgent));
  const { browser, os } = agent;
  const traits = traitsOf(agent, circumstances);
  return { accountId, targetId, at, visitor, country, city, os, browser, traits, address };
}
