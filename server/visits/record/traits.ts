// Other properties of a visit: referrer, app, campaign and language. Clients can send anything, so each value is
// normalised and limited in length. Missing values are left out.
import { campaignNames, visitTraits } from '../../../contract/vocabulary.ts';
import type { Agent } from './agents.ts';
import { androidApps, networkHost } from './referrer-networks.ts';

export const traitNames = [...visitTraits, 'edition'] as const;
export type Trait = (typeof traitNames)[number];
export type Traits = { readonly [Name in Trait]?: string };

/** The headers and the query string, unchanged. */
export interface Circumstances {
  referrer: string | undefined;
  /** Accept-Language. */
  languages: string | undefined;
  query: string;
  /** The link set of the page. */
  edition?: string | undefined;
  /** The requested host. Neither it nor the host of all pages is a referrer. */
  host: string | undefined;
  pagesHost?: string | undefined;
}

const MAX_VALUE = 100;
const MAX_REFERRER = 2048;

/** In-app browsers, by our names. */
const apps = new Set([
  'Alipay',
  'Facebook',
  'Google App',
  'Instagram',
  'KakaoStory',
  'KakaoTalk',
  'Line',
  'LinkedIn',
  'Naver',
  'Snapchat',
  'TikTok',
  'Twitter',
  'WeChat',
  'Weibo',
]);

export function traitsOf(agent: Agent, circumstances: Circumstances | undefined): Traits {
  const traits: { [Name in Trait]?: string } = { device: agent.device };
  if (apps.has(agent.browser)) traits.app = agent.browser;
  if (!circumstances) return traits;
  const { referrer, languages, query, edition: linkSet } = circumstances;
  if (linkSet !== undefined) traits.edition = linkSet;
  const language = languageIn(languages);
  if (language !== undefined) traits.language = language;
  if (referrer) addReferrer(traits, referrer, circumstances);
  if (query.includes('utm_')) addCampaign(traits, query);
  return traits;
}

/** `en-GB,en;q=0.9` → `en`: the first language. */
function languageIn(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^\s*([a-z]{2,3})(?![a-z])/i.exec(header)?.[1]?.toLowerCase();
}

function addReferrer(traits: { [Name in Trait]?: string }, referrer: string, { host, pagesHost }: Circumstances): void {
  const url = referrer.length > MAX_REFERRER ? null : URL.parse(referrer);
  if (url?.protocol === 'android-app:') {
    const [app, network] = androidApps.get(url.hostname) ?? [];
    if (app !== undefined) traits.app = app;
    if (network !== undefined) traits.referrer = network;
  } else if (url && /^https?:$/.test(url.protocol) && url.hostname.length <= MAX_VALUE) {
    if (url.host !== host && url.host !== pagesHost) {
      traits.referrer = networkHost(url.hostname.replace(/^www\.(?=.*\.)/, ''));
    }
  }
}

function addCampaign(traits: { [Name in Trait]?: string }, query: string): void {
  const parameters = new URLSearchParams(query);
  for (const name of campaignNames) {
    const value = plainValue(parameters.get(name) ?? '');
    if (value !== '') traits[name] = value;
  }
}

function plainValue(text: string): string {
  return [
    ...text
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
  ]
    .slice(0, MAX_VALUE)
    .join('')
    .trim();
}
