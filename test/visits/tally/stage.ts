// One run: the service in one or two processes on one database, behind one proxy, with clocks that move back and forth
// over midnight; a crowd of people and bots; pages that change during the run; and finally a comparison of everything
// the API reports, from each process, with the client's own book.
import assert from 'node:assert/strict';
import http from 'node:http';
import type { TestContext } from 'node:test';
import { MINUTE, type Micros, SECOND } from '../../../contract/time.ts';
import type { Engine } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { call, type Server, tenantOn } from '../../support/server.ts';
import { freshDatabase } from '../../support/store.ts';
import { createCrowd, type Endpoint, type Reply, type Site, send } from './crowd.ts';
import { createExpectedCounts, type Link } from './expected-counts.ts';
import { homes, type Person, people } from './people.ts';
import { compare } from './reports.ts';
import { rollUpAll, setClocks, startServers, stopServers } from './services.ts';

const MIDNIGHT: Micros = Date.UTC(2026, 2, 11) * 1000;
/** Clocks are then set again, at least a minute later on the same day, so that time does not run backwards. */
const MAX_PHASE_MS = 50_000;
const MAX_CHANGE_MS = 10_000;
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

/** Returns figures of the run; rejects if anything differs. */
export async function runTally(t: TestContext, engine: Engine, { processes, requests, seed }: Run) {
  const began = performance.now();
  const databaseUrl = await freshDatabase(t, engine);
  const keys: string[] = [];
  for (const username of ['ada', 'bea', 'cleo']) keys.push((await tenantOn(databaseUrl, username)).key);
  const servers = await startServers(t, databaseUrl, processes, MIDNIGHT - 60 * MINUTE);
  const [first] = servers as [Server];
  const agent = new http.Agent({ keepAlive: true, maxSockets: READS_AT_ONCE });
  t.after(() => agent.destroy());

  const compareAll = async () => {
    for (const server of servers)
      compared += await compare((...request) => ask(server, ...request), sites, expectedCounts);
  };
  const ask = async (server: Server, request: string, key: string, json?: object) => {
    const { status, body, text } = await call(server.url, request.replace(' ', ' /api/v1'), { key, json, agent });
    assert.equal(status, 200, `${request}: ${text}`);
    return body.response;
  };
  const sites: Owned[] = [];
  for (const [index, key] of keys.entries()) sites.push(await createSite(['ada', 'bea', 'cleo'][index]!, key));
  const [ada, bea, cleo] = sites as [Owned, Owned, Owned];
  const expectedCounts = createExpectedCounts(homes);
  let compared = 0;
  const crowd = createCrowd(expectedCounts, sites, seed);
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

  /** Sets the clocks and sends a share of all requests. Returns the endpoints. */
  async function phase(clocks: Micros[], share: number, { isStill = false } = {}): Promise<Endpoint[]> {
    const moments = servers.map((_, index) => MIDNIGHT + clocks[index % clocks.length]!);
    await setClocks(servers, moments, isStill);
    const endpoints = servers.map(({ port }, index): Endpoint => ({ port, day: moments[index]! < MIDNIGHT ? 1 : 2 }));
    const beginning = performance.now();
    await (isStill ? crowd.visitOnce : crowd.visit)(endpoints, Math.round(share * requests));
    assert.ok(isStill || performance.now() - beginning < MAX_PHASE_MS, 'this machine is too slow for the clock');
    return endpoints;
  }

  /** Polls with HEAD until every process knows the change; counted HEAD requests are noted. */
  async function waitUntilKnown(site: Site, link: Link | undefined, path: string, is: (reply: Reply) => boolean) {
    const [person] = people as [Person];
    const headers = { 'user-agent': person.agent.userAgents[0]! };
    for (const server of servers) {
      await eventually(`another answer to ${path}`, MAX_CHANGE_MS, async () => {
        const reply = await send(agent, server, { method: 'HEAD', path, headers });
        if (reply.headers['fingerpost-visit'] === 'head') {
          expectedCounts.note({ page: site, link, kind: 'head', day: 0, person, traits: {} });
        }
        return is(reply);
      });
    }
  }

  async function rename(): Promise<void> {
    const [link] = ada.links as [Link];
    await ask(first, `POST /links/${link.id}`, ada.key, { slug: 'store' });
    await waitUntilKnown(ada, link, '/ada/store', ({ status }) => status === 302);
    link.slugs.push('store');
  }

  async function edit(): Promise<void> {
    const link = bea.links[1]!;
    link.url = 'https://elsewhere.example/';
    await ask(first, `POST /links/${link.id}`, bea.key, { url: link.url });
    await waitUntilKnown(bea, link, '/bea/blog', ({ headers }) => headers.location === link.url);
  }

  async function turn(isOn: boolean): Promise<void> {
    const link = cleo.links[2]!;
    link.isOn = isOn;
    await ask(first, `POST /blocks/${cleo.blockId}/items/${link.id}`, cleo.key, { settings: { enabled: isOn } });
    await waitUntilKnown(cleo, link, '/cleo/tour', ({ status }) => status === (isOn ? 302 : 404));
  }

  async function renameAccount(): Promise<void> {
    await ask(first, 'POST /user/username', bea.key, { username: 'beatrice' });
    bea.formerUsernames.push(bea.username);
    await waitUntilKnown(bea, undefined, '/bea', ({ status }) => status === 301);
    bea.username = 'beatrice';
  }

  const endpoints = await phase([-40 * MINUTE], 0.2);
  await crowd.flood(endpoints, ada);
  await phase([-10 * MINUTE], 0.15);
  await rename();
  await edit();
  await turn(false);
  await phase([-4 * MINUTE], 0.15);
  await phase([0], 0.02, { isStill: true });
  await phase([SECOND], 0.1);
  await renameAccount();
  await turn(true);
  // Back and forth again; then the processes disagree on the day.
  await phase([-3 * MINUTE], 0.1);
  await phase([MINUTE], 0.1);
  await phase([-2 * MINUTE, 2 * MINUTE], 0.1);
  await phase([-1], 0.02, { isStill: true });
  await compareAll();
  await rollUpAll(databaseUrl);
  await phase([20 * MINUTE], 0.06);
  await compareAll();
  await stopServers(servers);
  return { ...crowd.figures, ...expectedCounts.sums, compared, seed, tookMs: performance.now() - began };
}
