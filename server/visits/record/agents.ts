// Parses user agents: the browser, the operating system, and whether it is a bot.
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

/** By the parser's names. It has none for computers: a known system without one of these is a computer. */
const devices: Record<string, Device> = {
  mobile: 'Phone',
  tablet: 'Tablet',
  smarttv: 'Television',
  console: 'Console',
  wearable: 'Watch',
};

const PREVIEWS =
  /facebookexternalhit|facebookcatalog|twitterbot|linkedinbot|slackbot|discordbot|telegrambot|whatsapp|skypeuripreview|pinterest|redditbot|embedly|iframely|mastodon|bluesky|viber|line-poker|vkshare|google-pagerenderer/i;
const MAX_CACHED_AGENTS = 10_000;
/** Longer than any real browser sends, including in-app browsers, and short enough to match quickly. */
const MAX_AGENT = 500;
/** Longer ones are app build numbers, or invented. */
const majorVersion = /^\d{1,4}$/;

interface ParsedAgent {
  agent: Agent;
  profile: string;
  bot: boolean;
  preview: boolean;
}

const cache = new LRUCache<string, ParsedAgent>({ max: MAX_CACHED_AGENTS });
const unknown: Agent = Object.freeze({ browser: 'Unknown', os: 'Unknown', device: 'Unknown' });
const noAgent: ParsedAgent = { agent: unknown, profile: profileOf(unknown, ''), bot: true, preview: false };

/** The part of a user agent that is parsed. */
function plainAgent(userAgent: string | undefined): string {
  return userAgent?.slice(0, MAX_AGENT).trim() ?? '';
}

export function describeAgent(userAgent: string | undefined): Agent {
  return lookUp(userAgent).agent;
}

/**
 * Identifies a visitor's browser: name, major version, operating system and device class. The rest of the header is
 * easy to vary, and often changes by itself.
 */
export function agentProfile(userAgent: string | undefined): string {
  return lookUp(userAgent).profile;
}

/** Crawlers, link previews and command-line tools; also requests without a user agent, which every browser sends. */
export function isBot(userAgent: string | undefined): boolean {
  return lookUp(userAgent).bot;
}

/** Services that fetch a shared URL to show a preview. */
export function isPreview(userAgent: string | undefined): boolean {
  return lookUp(userAgent).preview;
}

/** Each request looks up its user agent more than once. */
let last = { text: '', parsed: noAgent };

function lookUp(userAgent: string | undefined) {
  const text = plainAgent(userAgent);
  if (text !== last.text) last = { text, parsed: cache.get(text) ?? parse(text) };
  return last.parsed;
}

function parse(text: string): ParsedAgent {
  if (text === '') return noAgent;

  const parser = new UAParser(text);
  const os = knownSystem(parser.getOS().name);
  const device = devices[parser.getDevice().type ?? ''] ?? (os === 'Unknown' ? 'Unknown' : 'Computer');
  const { name, major = '' } = parser.getBrowser();
  const agent: Agent = { browser: knownBrowser(name), os, device };
  const bot = isbot(text);
  const profile = profileOf(agent, major);
  const parsed = { agent: Object.freeze(agent), profile, bot, preview: bot && PREVIEWS.test(text) };
  cache.set(text, parsed);
  return parsed;
}

function profileOf({ browser, os, device }: Agent, major: string): string {
  const version = browser !== 'Unknown' && majorVersion.test(major) ? major : '';
  return [browser, version, os, device].join('\n');
}
