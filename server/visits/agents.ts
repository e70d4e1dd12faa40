// What a user-agent says of itself: its browser, its system, and whether a person is behind it.
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { UAParser } from 'ua-parser-js';
import { knownBrowser, knownSystem } from './agent-names.ts';

export interface Agent {
  readonly browser: string;
  readonly os: string;
}

const AGENTS_KEPT = 10_000;
/** Longer than what browsers send, in-app ones included; short enough that no pattern takes long over it. */
const LONGEST_AGENT = 500;

const kept = new LRUCache<string, { agent: Agent; bot: boolean }>({ max: AGENTS_KEPT });
const nobody = { agent: Object.freeze({ browser: 'Unknown', os: 'Unknown' }), bot: true };

/** As much of a user-agent as is looked at. */
export function plainAgent(userAgent: string | undefined): string {
  return userAgent?.slice(0, LONGEST_AGENT).trim() ?? '';
}

export function describeAgent(userAgent: string | undefined): Agent {
  return study(userAgent).agent;
}

/** Crawlers, link previews, command-line tools; also who sends no user-agent at all, as every browser does. */
export function isBot(userAgent: string | undefined): boolean {
  return study(userAgent).bot;
}

function study(userAgent: string | undefined) {
  const text = plainAgent(userAgent);
  if (text === '') return nobody;
  const known = kept.get(text);
  if (known) return known;

  const parser = new UAParser(text);
  const agent = { browser: knownBrowser(parser.getBrowser().name), os: knownSystem(parser.getOS().name) };
  const studied = { agent: Object.freeze(agent), bot: isbot(text) };
  kept.set(text, studied);
  return studied;
}
