// One run: the service in one process or two, on one database, behind one proxy as it were, by a clock that goes to and fro
// over midnight; a crowd of people and bots; pages that are changed meanwhile; and at the end all that the API tells of
// it, from each process, held against the client's own book.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { MINUTE, type Micros, SECOND } from '../../../contract/time.ts';
import { openStore } from '../../../server/storage/store.ts';
import { createVisits } from '../../../server/visits/index.ts';
import type { Engine } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { call, type Server, startServer, tenantOn } from '../../support/server.ts';
import { freshDatabase } from '../../support/store.ts';
import { placesFile } from '../places-file.ts';
import { type Book, createBook, dimensions, type Link, slugOf } from './book.ts';
import { createCrowd, type Door, type Reply, type Site, send } from './crowd.ts';
import { homes, networks, type Person, people } from './people.ts';

const MIDNIGHT: Micros = Date.UTC(2026, 2, 11) * 1000;
const service = new URL('../children/clocked-service.ts', import.meta.url);
const LONGEST_COUNT_MS = 20_000;
const LONGEST_CHANGE_MS = 10_000;
const READS_AT_ONCE = 8;

export interface Run {
  processes: number;
  requests: number;
  seed: number;
}

interface Owned extends Site {
  key: string;
  blockId: number;
}

/** Figures of a run in which all was as it should be; it rejects where anything was not. */
export async function runTally(t: TestContext, engine: Engine, { processes, requests, seed }: Run) {
  const began = performance.now();
  const databaseUrl = await freshDatabase(t, engine);
  const keys: string[] = [];
  for (const username of ['ada', 'bea', 'cleo']) keys.push((await tenantOn(databaseUrl, username)).key);
  const servers = await startServers(t, databaseUrl, processes);
  const [first] = servers as [Server];
  const agent = new http.Agent({ keepAlive: true, maxSockets: READS_AT_ONCE });
  t.after(() => agent.destroy());

  const ask = async (server: Server, request: string, key: string, json?: object) => {
    const { status, body, text } = await call(server.url, request.replace(' ', ' /api/v1'), { key, json, agent });
    assert.equal(status, 200, `${request}: ${text}`);
    return body.response;
  };
  const sites: Owned[] = [];
  for (const [index, key] of keys.entries()) sites.push(await createSite(['ada', 'bea', 'cleo'][index]!, key));
  const [ada, bea, cleo] = sites as [Owned, Owned, Owned];
  const book = createBook(homes);
  let compared = 0;
  const crowd = createCrowd(book, sites, seed);
  t.after(crowd.close);

  async function createSite(username: string, key: string): Promise<Owned> {
    const items = ['shop', 'blog', 'tour', 'mail'].map((slug) => ({
      slug,
      link: `https://${slug}.${username}.example/`,
    }));
    const { id } = await ask(first, 'POST /blocks', key, { block: 'links', items });
    const made: { id: number; link: string }[] = (await ask(first, `GET /blocks/${id}`, key)).items;
    const links = items.map(({ slug, link }, index) => ({ id: made[index]!.id, slugs: [slug], url: link, isOn: true }));
    return { username, key, blockId: id, links, formerUsernames: [] };
  }

  /** Each process by its own clock; a share of all requests comes before it is set again. */
  async function phase(
    clocks: Micros[],
    share: number,
    { isStill = false, longest = 50 * SECOND } = {},
  ): Promise<void> {
    const since = isStill ? '' : ` ${process.hrtime.bigint()}`;
    const doors = await Promise.all(
      servers.map(async (server, index): Promise<Door> => {
        const at = MIDNIGHT + clocks[index % clocks.length]!;
        server.say(`${at}${since}\n`);
        await server.wrote(new RegExp(`^the clock is set: ${at}${since}$`, 'm'));
        return { port: server.port, day: at < MIDNIGHT ? 1 : 2 };
      }),
    );
    const beginning = performance.now();
    await (isStill ? crowd.visitOnce : crowd.visit)(doors, Math.round(share * requests));
    // The next begins by then, on the same day or another: who came later must not have come earlier.
    assert.ok(isStill || (performance.now() - beginning) * 1000 < longest, 'this machine is too slow for the clock');
  }

  /** Until every process knows: what a HEAD finds meanwhile is counted as such. */
  async function known(site: Site, link: Link | undefined, path: string, is: (reply: Reply) => boolean) {
    const [person] = people as [Person];
    const headers = { 'user-agent': person.agent.userAgent! };
    for (const server of servers) {
      await eventually(`another answer to ${path}`, LONGEST_CHANGE_MS, async () => {
        const reply = await send(agent, server, { method: 'HEAD', path, headers });
        if (reply.headers['fingerpost-visit'] === 'head') {
          book.note({ page: site, link, kind: 'head', day: 0, person, traits: {} });
        }
        return is(reply);
      });
    }
  }

  async function rename(): Promise<void> {
    const [link] = ada.links as [Link];
    await ask(first, `POST /links/${link.id}`, ada.key, { slug: 'store' });
    await known(ada, link, '/ada/store', ({ status }) => status === 302);
    link.slugs.push('store');
  }

  async function edit(): Promise<void> {
    const link = bea.links[1]!;
    link.url = 'https://elsewhere.example/';
    await ask(first, `POST /links/${link.id}`, bea.key, { url: link.url });
    await known(bea, link, '/bea/blog', ({ headers }) => headers.location === link.url);
  }

  async function turn(isOn: boolean): Promise<void> {
    const link = cleo.links[2]!;
    link.isOn = isOn;
    await ask(first, `POST /blocks/${cleo.blockId}/items/${link.id}`, cleo.key, { settings: { enabled: isOn } });
    await known(cleo, link, '/cleo/tour', ({ status }) => status === (isOn ? 302 : 404));
  }

  async function renameAccount(): Promise<void> {
    await ask(first, 'POST /user/username', bea.key, { username: 'beatrice' });
    bea.formerUsernames.push(bea.username);
    await known(bea, undefined, '/bea', ({ status }) => status === 301);
    bea.username = 'beatrice';
  }

  await phase([-40 * MINUTE], 0.2);
  await phase([-10 * MINUTE], 0.15);
  await rename();
  await edit();
  await turn(false);
  await phase([-4 * MINUTE], 0.15);
  await phase([0], 0.02, { isStill: true });
  await phase([SECOND], 0.1);
  await renameAccount();
  await turn(true);
  // Back, and forth again; then the processes do not agree on the day.
  await phase([-3 * MINUTE], 0.1);
  await phase([MINUTE], 0.1);
  await phase([-2 * MINUTE, 2 * MINUTE], 0.1);
  await phase([-1], 0.02, { isStill: true });
  await compare();
  await settleAll(databaseUrl);
  await phase([20 * MINUTE], 0.06);
  await compare();
  await stopServers(servers);
  return { ...crowd.figures, ...book.sums, compared, seed, tookMs: performance.now() - began };

  /** Counts are a moment behind the visits, and what another process counted comes a moment later still. */
  async function compare(): Promise<void> {
    const expected = sites.map(book.expected);
    for (const server of servers) {
      let told = await Promise.all(sites.map((site) => summary(server, site)));
      const isThere = () => told.every((site, index) => isDeepStrictEqual(site, summaryOf(expected[index]!)));
      for (const deadline = performance.now() + LONGEST_COUNT_MS; !isThere() && performance.now() < deadline; ) {
        await sleep(50);
        told = await Promise.all(sites.map((site) => summary(server, site)));
      }
      const all = await Promise.all(sites.map((site) => everything(server, site)));
      for (const [index, site] of all.entries()) assert.deepEqual(site, expected[index]);
      compared += countsIn(all);
    }
  }

  async function summary(server: Server, { key, links }: Owned) {
    const read = (path: string) => ask(server, `GET /analytics${path}`, key);
    const kindsOf = (slug: string) => read(`/breakdown?dimension=kind&link_slug=${slug}`);
    return {
      views: await read('/views'),
      clicks: await read('/clicks'),
      kinds: [await read('/breakdown?dimension=kind'), ...(await Promise.all(links.map(slugOf).map(kindsOf)))],
    };
  }

  async function everything(server: Server, { key, links }: Owned): Promise<ReturnType<typeof book.expected>> {
    const read = (path: string) => ask(server, `GET /analytics${path}`, key);
    const byDimension = async (of: string) => {
      const rows = await Promise.all(
        dimensions.map((dimension) => read(`/breakdown?results_per_page=250&dimension=${dimension}${of}`)),
      );
      return Object.fromEntries(dimensions.map((dimension, index) => [dimension, rows[index]]));
    };
    return {
      views: await read('/views'),
      clicks: await read('/clicks'),
      figures: await read('/links?results_per_page=250'),
      ofPage: await byDimension(''),
      ofLinks: await Promise.all(
        // By any slug that it has or had.
        links.map(async ({ slugs }) => ({
          clicks: await read(`/clicks/${slugs[0]}`),
          dimensions: await byDimension(`&link_slug=${slugs.at(-1)}`),
        })),
      ),
    };
  }
}

/** How many numbers there are in it. */
function countsIn(value: unknown): number {
  if (typeof value === 'number') return 1;
  return typeof value === 'object' && value ? Object.values(value).reduce((sum, each) => sum + countsIn(each), 0) : 0;
}

function summaryOf({ views, clicks, ofPage, ofLinks }: ReturnType<Book['expected']>) {
  return { views, clicks, kinds: [ofPage.kind, ...ofLinks.map((link) => link.dimensions.kind)] };
}

async function startServers(t: TestContext, databaseUrl: string, processes: number): Promise<Server[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fingerpost-test-'));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const places = join(folder, 'places.mmdb');
  await writeFile(places, placesFile(networks));
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    GEO_DATABASE: places,
    TRUST_PROXY: '1',
    PUBLIC_URL: 'https://links.example',
    RATE_LIMIT: '0',
    CLOCK: String(MIDNIGHT - 60 * MINUTE),
  };
  return Promise.all(Array.from({ length: processes }, () => startServer(t, environment, service)));
}

async function stopServers(servers: readonly Server[]): Promise<void> {
  for (const server of servers) {
    server.kill('SIGTERM');
    assert.deepEqual(await server.ended, { code: 0, signal: null });
    assert.equal(server.stderr(), '');
  }
}

/** By a process beside them, while they run. */
async function settleAll(databaseUrl: string): Promise<void> {
  const store = await openStore(databaseUrl, { watch: false });
  const geography = { locate: async () => ({ country: 'xx', city: 'Unknown, XX' }) };
  await createVisits({ store, clock: () => MIDNIGHT, geography, logger: console }).foldAll();
  await store.close();
}
