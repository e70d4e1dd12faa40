// The load generator, in its own process, so that it takes no CPU time from the measured one and stays warm from one load
// to the next.
import { early } from './chance.ts';
import { askAll, requestBytes } from './connections.ts';
import { runBeforeOthers } from './priority.ts';
import { type Stranger, stranger } from './strangers.ts';

export interface Load {
  readonly url: string;
  readonly headers?: Record<string, string>;
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
  /** Whole requests, of which a random one is sent, instead of all of the above. */
  readonly requests?: readonly string[] | undefined;
  /** What the headers of a good answer contain, in lower case. */
  readonly wanted?: string | undefined;
  /** Failures are figures; otherwise they end the load. */
  readonly mayFail?: boolean | undefined;
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
  /** Answers that are no success, and connections that failed. */
  readonly failures: number;
  /** How often each status was answered, and what was wrong with it. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** The times of the successes, if failures are figures. */
  readonly ms: readonly number[];
}

const FOLLOWED = 1 / 3;
const RETURNS = 0.3;
const RECENT_STRANGERS = 4096;
const recent: Stranger[] = [];
/** Most visitors come from a few networks. */
const networks = Array.from({ length: 400 }, () => stranger(Math.random).address.replace(/\d+$/, ''));

if (process.argv[2] === 'first') runBeforeOthers();

process.on('message', async (load: Load) => {
  const { url, connections, seconds, amount, requestsPerSecond, isRedirect, wanted, mayFail } = load;
  const outcomes: Record<string, number> = {};
  const ms: number[] = [];
  let failures = 0;
  const note = (outcome: string | number) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  const before = process.cpuUsage();
  const answered = await askAll({
    url,
    connections,
    seconds,
    amount,
    requestsPerSecond,
    next: requestsOf(load),
    answered(status, head, took) {
      const lack = lackOf(status, head, wanted);
      note(lack ? `${status} without ${lack}` : status);
      if (lack || status >= (isRedirect ? 400 : 300)) failures += 1;
      else if (mayFail) ms.push(took);
    },
    ...(mayFail && {
      failed(reason: string) {
        failures += 1;
        note(reason);
      },
    }),
  });
  const { user, system } = process.cpuUsage(before);
  const perSecond = answered.requests / answered.seconds;
  process.send!({ perSecond, cpuSeconds: (user + system) / 1e6, failures, outcomes, ms } satisfies Loaded);
});

function lackOf(status: number, head: string, wanted: string | undefined): string | undefined {
  if (status === 429 || status === 503) return /\r\nretry-after: [1-9]/i.test(head) ? undefined : 'Retry-After';
  return wanted !== undefined && !head.toLowerCase().includes(wanted) ? wanted : undefined;
}

function requestsOf({ url, headers = {}, body, pages, isCrowd, isDistinct, requests }: Load): () => Buffer {
  if (requests) {
    const given = requests.map((text) => Buffer.from(text));
    return () => given[Math.floor(Math.random() * given.length)]!;
  }
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
  const place = Math.floor(Math.random() * RECENT_STRANGERS);
  const back = Math.random() < RETURNS ? recent[place] : undefined;
  const somebody = back ?? newcomer();
  recent[place] = somebody;
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
