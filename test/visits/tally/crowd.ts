// The visitors: each member of the crowd plays a few people in turn, one request after the other, so that the first
// request of each visitor is known. Each answer is compared with the expectation and noted in the client's book.
import assert from 'node:assert/strict';
import http from 'node:http';
import { generator } from '../../support/random.ts';
import type { ExpectedCounts, Link, Page } from './expected-counts.ts';
import {
  appReferrer,
  campaigns,
  type Kind,
  languages,
  madeUp,
  type Person,
  people,
  prefetches,
  referrers,
} from './people.ts';

const SIZE = 16;
const HOST = 'links.example';
/** More than count as unique. */
const MADE_UP = 520;

export interface Endpoint {
  port: number;
  /** The UTC day by the clock of this process. */
  day: number;
}

export interface Site extends Page {
  formerUsernames: string[];
}

export interface Visit {
  method: 'GET' | 'HEAD' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Reply {
  status: number;
  headers: http.IncomingHttpHeaders;
}

interface Member {
  own: readonly Person[];
  come(endpoints: readonly Endpoint[], person?: Person): Promise<void>;
  /** A visit by this person to the page or one of its links, without traits. */
  comeTo(endpoint: Endpoint, person: Person, site: Site, link?: Link): Promise<void>;
  close(): void;
}

/** The expected answer, and what it counts as. */
interface Expected {
  status: number[];
  site: Site;
  link?: Link;
  /** Undefined if nothing is counted. */
  kind?: Kind;
  location?: string;
}

export function createCrowd(expectedCounts: ExpectedCounts, sites: readonly Site[], seed: number) {
  const figures = { requests: 0, notModified: 0, uncounted: 0 };
  const members = Array.from({ length: SIZE }, (_, number) => createMember(number));

  function createMember(number: number): Member {
    const random = generator(Math.imul(seed + number, 0x9e3779b1) | 1);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    const own = people.filter((_, index) => index % SIZE === number);
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const tags = new Map<Site, string>();

    /** Some come often, others rarely. */
    const somebody = () => own[Math.floor(own.length * random() ** 3)]!;

    /** One more request, by a random or the given person. */
    async function come(endpoints: readonly Endpoint[], person = somebody()): Promise<void> {
      const endpoint = pick(endpoints);
      const site = pick(sites);
      const campaign = pick(campaigns);
      const referrer = person.agent.app === undefined && random() < 0.1 ? appReferrer : pick(referrers);
      const language = pick(languages);
      const traits = { ...referrer.traits, ...language.traits, ...campaign.traits };
      const visit: Visit = { method: 'GET', path: '', headers: { ...headersOf(person), ...referrer.headers } };
      Object.assign(visit.headers, language.headers, { 'accept-encoding': pick(['gzip, br', 'gzip', 'identity']) });
      const expected = decide(visit, site, person);
      if (visit.method !== 'POST') visit.path += campaign.query;

      await request(endpoint, visit, expected, person, traits);
    }

    async function request(
      endpoint: Endpoint,
      visit: Visit,
      expected: Expected,
      person: Person,
      traits: Record<string, string>,
    ): Promise<void> {
      const reply = await send(agent, endpoint, visit);
      assertReply(visit, reply, expected);
      const { site, link, kind } = expected;
      if (kind) expectedCounts.note({ page: site, link, kind, day: endpoint.day, person, traits });
      else figures.uncounted += 1;
      figures.requests += 1;
      if (reply.status === 304) figures.notModified += 1;
      if (reply.status === 200 && reply.headers.etag) tags.set(site, reply.headers.etag);
    }

    async function comeTo(endpoint: Endpoint, person: Person, site: Site, link?: Link): Promise<void> {
      const path = link ? `/${site.username}/${link.slugs.at(-1)}` : `/${site.username}`;
      const expected: Expected = { status: [link ? 302 : 200], site, kind: 'counted', ...(link && { link }) };
      await request(endpoint, { method: 'GET', path, headers: headersOf(person) }, expected, person, {});
    }

    /** Behind one proxy the last address is the visitor's; the visitor may have forged the ones before it. */
    function headersOf({ home, agent: { userAgents } }: Person): Record<string, string> {
      const address = pick(home.spellings);
      const userAgent = pick(userAgents);
      const spoofed = random() < 0.2 ? `${pick(['192.0.2.66', '198.51.100.77', 'unknown', '::1'])}, ` : '';
      return {
        'x-forwarded-for': spoofed + address,
        ...(userAgent === undefined ? {} : { 'user-agent': userAgent }),
      };
    }

    /** Chooses the request and the expected answer. */
    function decide(visit: Visit, site: Site, { agent: { kind } }: Person): Expected {
      const drawn = random();
      const page = `/${site.username}`;
      if (drawn < 0.03) return to(visit, pick([`/nobody-${number}`, `${page}/nothing`]), { status: [404], site });
      if (drawn < 0.06) {
        visit.method = 'POST';
        return to(visit, pick([`${page}/pulse`, `${page}/pulse?left`, '/nobody/pulse']), { status: [204], site });
      }
      const former = drawn < 0.1 ? site.formerUsernames[0] : undefined;
      if (former !== undefined) return to(visit, `/${former}`, { status: [301], site, location: page });

      const manner = kind === 'counted' ? random() : 1;
      if (manner < 0.06) visit.method = 'HEAD';
      else if (manner < 0.12) Object.assign(visit.headers, pick(prefetches));
      const seenAs = manner < 0.06 ? 'head' : manner < 0.12 ? 'prefetch' : kind;
      if (random() < 0.6) {
        const tag = random() < 0.3 ? tags.get(site) : undefined;
        if (tag !== undefined) visit.headers['if-none-match'] = tag;
        return to(visit, page, { status: tag === undefined ? [200] : [200, 304], site, kind: seenAs });
      }
      const link = pick(site.links);
      const path = `${page}/${pick(link.slugs)}`;
      if (!link.isOn) return to(visit, path, { status: [404], site });
      return to(visit, path, { status: [302], site, link, kind: seenAs, location: link.url });
    }

    return { own, come, comeTo, close: () => agent.destroy() };
  }

  /** The same share for each member, so that the run is deterministic. */
  async function each(requests: number, work: (member: Member, share: number) => Promise<void>): Promise<void> {
    const shareOf = (number: number) => Math.floor((requests + number) / SIZE);
    await Promise.all(members.map((member, number) => work(member, shareOf(number))));
  }

  return {
    figures: figures as Readonly<typeof figures>,
    /** This many requests, one per member at a time. */
    visit(endpoints: readonly Endpoint[], requests: number): Promise<void> {
      return each(requests, async ({ come }, share) => {
        for (let done = 0; done < share; done += 1) await come(endpoints);
      });
    },
    /** At most one request per person, because with a stopped clock the order of two would be unknown. */
    visitOnce(endpoints: readonly Endpoint[], requests: number): Promise<void> {
      return each(requests, async ({ own, come }, share) => {
        for (const person of own.slice(0, share)) await come(endpoints, person);
      });
    },
    /** More visitors than one network's limit. All have the same traits, so that their order does not matter. */
    async flood(endpoints: readonly Endpoint[], site: Site): Promise<void> {
      const flooding = members.map(async ({ comeTo }, number) => {
        for (let made = number; made < MADE_UP; made += SIZE) {
          const [endpoint, person] = [endpoints[made % endpoints.length]!, madeUp(made + 1)];
          await comeTo(endpoint, person, site);
          if (made % 10 === 0) await comeTo(endpoint, person, site, site.links[0]);
        }
      });
      await Promise.all(flooding);
    },
    close() {
      for (const member of members) member.close();
    },
  };
}

function to(visit: Visit, path: string, expected: Expected): Expected {
  visit.path = path;
  return expected;
}

function assertReply({ method, path, headers }: Visit, reply: Reply, { status, kind, location }: Expected): void {
  const description = `${method} ${path} ${JSON.stringify(headers)}: ${reply.status}`;
  assert.ok(status.includes(reply.status), description);
  // A link preview is a bot with its own series.
  assert.equal(reply.headers['fingerpost-visit'], kind === 'preview' ? 'bot' : kind, description);
  if (location !== undefined) assert.ok(reply.headers.location?.startsWith(location), description);
}

export function send(agent: http.Agent, { port }: Pick<Endpoint, 'port'>, visit: Visit): Promise<Reply> {
  const { method, path, headers, body } = visit;
  const options = { host: '127.0.0.1', port, method, path, agent, headers: { host: HOST, ...headers } };
  return new Promise((resolve, reject) => {
    http
      .request(options, (response) => {
        response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers }));
        response.on('error', reject).resume();
      })
      .on('error', reject)
      .end(body);
  });
}
