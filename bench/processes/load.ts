// The load generator, in its own process, so that it takes no CPU time from the measured one and stays warm from one load
// to the next.
import { early } from '../skew.ts';
import { type Stranger, stranger } from '../strangers.ts';
import { askAll, requestBytes } from './connections.ts';

export interface Load {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | undefined;
  readonly connections: number;
  readonly seconds: number;
  /** This many requests instead of a duration. */
  readonly amount?: number | undefined;
  readonly requestsPerSecond?: number | undefined;
  /** Redirects are successes. */
  readonly isRedirect?: boolean | undefined;
  /** Random pages, `/name-1` and so on, instead of the path of `url`. */
  readonly pages?: Pages | undefined;
  /** Each request has another visitor in its proxy headers: most of them new, some recent. */
  readonly isCrowd?: boolean | undefined;
  /** Each request comes from a different address. */
  readonly isDistinct?: boolean | undefined;
}

interface Pages {
  readonly name: string;
  readonly count: number;
  /** The slug of a link on each page, followed one time in three. */
  readonly link?: string | undefined;
}

export interface Loaded {
  readonly perSecond: number;
  /** CPU time of the load generator. */
  readonly cpuSeconds: number;
  readonly failures: number;
}

const FOLLOWED = 1 / 3;
const RETURNS = 0.3;
const RECENT_STRANGERS = 4096;
const recent: Stranger[] = [];
/** Most visitors come from a few networks. */
const networks = Array.from({ length: 400 }, () => stranger(Math.random).address.replace(/\d+$/, ''));

process.on('message', async (load: Load) => {
  const { url, connections, seconds, amount, requestsPerSecond, isRedirect } = load;
  const before = process.cpuUsage();
  const answered = await askAll({
    url,
    connections,
    seconds,
    amount,
    requestsPerSecond,
    next: requestsOf(load),
    isGood: (status) => status < 300 || (isRedirect === true && status < 400),
  });
  const { user, system } = process.cpuUsage(before);
  process.send!({
    perSecond: answered.requests / answered.seconds,
    cpuSeconds: (user + system) / 1e6,
    failures: answered.failures,
  } satisfies Loaded);
});

function requestsOf({ url, headers, body, pages, isCrowd, isDistinct }: Load): () => Buffer {
  const always = requestBytes(url, headers, body);
  if (!pages && !isCrowd && !isDistinct) return () => always;
  const { origin, pathname } = new URL(url);
  return () => {
    const path = pages ? somePage(pages) : pathname;
    const visitor = isCrowd ? somebody() : isDistinct ? somebodyNew() : {};
    return requestBytes(origin + path, { ...headers, ...visitor }, body);
  };
}

function somePage({ name, count, link }: Pages): string {
  const page = `/${name}-${1 + Math.floor(Math.random() * count)}`;
  return link !== undefined && Math.random() < FOLLOWED ? `${page}/${link}` : page;
}

function somebody(): Record<string, string> {
  const slot = Math.floor(Math.random() * RECENT_STRANGERS);
  const back = Math.random() < RETURNS ? recent[slot] : undefined;
  const somebody = back ?? newcomer();
  recent[slot] = somebody;
  return { 'x-forwarded-for': somebody.address, 'user-agent': somebody.userAgent };
}

/** Spreads addresses over all networks; the factor is odd, so none repeats. */
let strangers = 0;
function somebodyNew(): Record<string, string> {
  strangers += 1;
  const number = Math.imul(strangers, 0x9e3779b1) >>> 0;
  const parts = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);
  return { ...somebody(), 'x-forwarded-for': parts.join('.') };
}

function newcomer(): Stranger {
  const network = networks[early(networks.length, Math.random)]!;
  return { ...stranger(Math.random), address: `${network}${1 + Math.floor(254 * Math.random())}` };
}
