// What a user-agent says of itself: its browser, its system, and whether a person is behind it.
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { UAParser } from 'ua-parser-js';
import { knownBrowser, knownSystem } from './agent-names.ts';

export interface Agent {
  readonly browser: string;
  readonly os: string;
  readonly device: Device;
}

export type Device = 'Computer' | 'Phone' | 'Tablet' | 'Television' | 'Console' | 'Watch' | 'Unknown';

/** As the parser calls them. It has no name for computers: whatever runs a known system and is none of these is one. */
const devices: Record<string, Device> = {
  mobile: 'Phone',
  tablet: 'Tablet',
  smarttv: 'Television',
  console: 'Console',
  wearable: 'Watch',
};

const PREVIEWS =
  /facebookexternalhit|facebookcatalog|twitterbot|linkedinbot|slackbot|discordbot|telegrambot|whatsapp|skypeuripreview|pinterest|redditbot|embedly|iframely|mastodon|bluesky|viber|line-poker|vkshare|google-pagerenderer/i;
const AGENTS_KEPT = 10_000;
/** Longer than what browsers send, in-app ones included; short enough that no pattern takes long over it. */
const MAX_AGENT = 500;
/** Longer ones are build numbers of apps, or made up. */
const majorVersion = /^\d{1,4}$/;

interface Studied {
  agent: Agent;
  profile: string;
  bot: boolean;
  preview: boolean;
}

const kept = new LRUCache<string, Studied>({ max: AGENTS_KEPT });
const unknown: Agent = Object.freeze({ browser: 'Unknown', os: 'Unknown', device: 'Unknown' });
const nobody: Studied = { agent: unknown, profile: profileOf(unknown, ''), bot: true, preview: false };

/** As much of a user-agent as is looked at. */
function plainAgent(userAgent: string | undefined): string {
  return userAgent?.slice(0, MAX_AGENT).trim() ?? '';
}

export function describeAgent(userAgent: string | undefined): Agent {
  return study(userAgent).agent;
}

/**
 * What a visitor's browser is identified by: name, major version, operating system and device class. Everything else in
 * the header can be varied at will, and often varies by itself.
 */
export function agentProfile(userAgent: string | undefined): string {
  return study(userAgent).profile;
}

/** Crawlers, link previews, command-line tools; also who sends no user-agent at all, as every browser does. */
export function isBot(userAgent: string | undefined): boolean {
  return study(userAgent).bot;
}

/** Those who look at an address that somebody wrote to somebody, to show what is there. */
export function isPreview(userAgent: string | undefined): boolean {
  return study(userAgent).preview;
}

/** Each request's is asked about more than once. */
let last = { text: '', studied: nobody };

function study(userAgent: string | undefined) {
  const text = plainAgent(userAgent);
  if (text !== last.text) last = { text, studied: kept.get(text) ?? parsed(text) };
  return last.studied;
}

function parsed(text: string): Studied {
  if (text === '') return nobody;

  const parser = new UAParser(text);
  const os = knownSystem(parser.getOS().name);
  const device = devices[parser.getDevice().type ?? ''] ?? (os === 'Unknown' ? 'Unknown' : 'Computer');
  const { name, major = '' } = parser.getBrowser();
  const agent: Agent = { browser: knownBrowser(name), os, device };
  const bot = isbot(text);
  const profile = profileOf(agent, major);
  const studied = { agent: Object.freeze(agent), profile, bot, preview: bot && PREVIEWS.test(text) };
  kept.set(text, studied);
  return studied;
}

function profileOf({ browser, os, device }: Agent, major: string): string {
  const version = browser !== 'Unknown' && majorVersion.test(major) ? major : '';
  return [browser, version, os, device].join('\n');
}
