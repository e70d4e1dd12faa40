// The live stream over HTTP: what it says, who gets it, and how it ends.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { buildApp } from '../../../server/app.ts';
import { suspendAccount } from '../../../server/domain/accounts/accounts.ts';
import { commandLine } from '../../../server/domain/accounts/actor.ts';
import { endKey } from '../../../server/domain/accounts/keys.ts';
import { type Account, type Api, openApi } from '../../support/api.ts';
import { enginesOf } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { bearer, type LiveStream, listenOn, type Message, openStream } from '../../support/live-stream.ts';
import { secondProcess } from '../../support/second-process.ts';
import { register, signedIn } from '../../support/signed-in.ts';

const SECOND = 1_000_000;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';
const names = (messages: readonly Message[]) => messages.map(({ event }) => event);

for (const engine of enginesOf(import.meta.url)) {
  describe(`The live stream on ${engine.name}`, () => {
    let api: Api;
    let port: number;
    before(async () => {
      api = await openApi(engine);
      port = await listenOn(api.app);
    });
    after(() => api.close());
    const opened: LiveStream[] = [];
    afterEach(async () => {
      for (const stream of opened.splice(0)) stream.close();
      await eventually('all streams are closed', 8000, () => api.visits.streams.size() === 0);
    });

    async function open(headers: Record<string, string>, at = port): Promise<LiveStream> {
      const stream = await openStream(at, headers);
      opened.push(stream);
      return stream;
    }

    const visit = (url: string, userAgent = firefox, app = api.app) =>
      app.inject({ url, headers: { 'user-agent': userAgent }, remoteAddress: '192.0.2.77' });
    const leave = (username: string, userAgent = firefox) => heartbeat(username, userAgent, '?left');
    const heartbeat = (username: string, userAgent = firefox, query = '') =>
      api.app.inject({
        method: 'POST',
        url: `/${username}/pulse${query}`,
        headers: { 'user-agent': userAgent, 'content-type': 'text/plain' },
        remoteAddress: '192.0.2.77',
        payload: 'x',
      });

    async function linkOf({ key }: Account): Promise<{ id: number; slug: string }> {
      const json = { block: 'links', items: [{ link: 'https://example.com/', content: { caption: 'The shop' } }] };
      const { body } = await api.call('POST /blocks', { key, json });
      const block = await api.call(`GET /blocks/${body.response.id}`, { key });
      const [{ id }] = block.body.response.items;
      return (await api.call(`GET /links/${id}`, { key })).body.response;
    }

    it('begins with a snapshot and tells of arrivals, reloads, clicks and departures', async () => {
      const ada = await api.account('ada');
      await api.account('other');
      const link = await linkOf(ada);
      await visit('/ada');
      await api.visits.live(ada.id);
      const stream = await open(bearer(ada.key));
      assert.equal(stream.status, 200);
      assert.equal(stream.headers['content-type'], 'text/event-stream; charset=utf-8');
      assert.equal(stream.headers['cache-control'], 'no-store, no-transform');
      assert.equal(stream.headers['x-accel-buffering'], 'no');
      assert.equal(stream.headers['content-encoding'], undefined);
      assert.equal(stream.headers['set-cookie'], undefined);
      const [snapshot] = await stream.take(1);
      assert.equal(snapshot!.event, 'snapshot');
      assert.equal(snapshot!.data.total, 1);
      const [first] = snapshot!.data.visitors;
      assert.deepEqual(first.tracking.agent, { browser: 'Firefox', os: 'Linux' });
      assert.match(stream.text(), /^retry: \d+\n\n/);

      await visit('/other', chrome);
      await visit('/ada', chrome);
      const [arrival] = await stream.take(1);
      assert.deepEqual([arrival!.event, arrival!.data.tracking.agent.browser], ['arrival', 'Chrome']);
      assert.notEqual(arrival!.data.id, first.id);
      await visit('/ada');
      const [activity] = await stream.take(1);
      assert.deepEqual([activity!.event, activity!.data.id], ['activity', first.id]);
      const clicked = await visit(`/ada/${link.slug}`);
      assert.equal(clicked.statusCode, 302, clicked.payload);
      const [click] = await stream.take(1);
      assert.deepEqual(
        [click!.event, click!.data.visitor, click!.data.link],
        ['click', first.id, { id: link.id, slug: link.slug }],
      );
      await leave('ada', chrome);
      const [departure] = await stream.take(1);
      assert.deepEqual([departure!.event, departure!.data.visitor], ['departure', arrival!.data.id]);
      assert.doesNotMatch(stream.text(), /192\.0\.2|"ip"/);
      assert.equal(new Set(stream.messages().map(({ id }) => id)).size, 5);
    });

    it('tells of visitors who are not heard of any more', async () => {
      const bea = await api.account('bea');
      await visit('/bea');
      await heartbeat('bea');
      await api.visits.live(bea.id);
      api.clock.now += 50 * SECOND;
      const stream = await open(bearer(bea.key));
      const [snapshot] = await stream.take(1);
      api.clock.now += 10 * SECOND;
      const [departure] = await stream.take(1);
      assert.deepEqual([departure!.event, departure!.data.visitor], ['departure', snapshot!.data.visitors[0].id]);
    });

    it('crosses processes, and continues in another one', async (t) => {
      const cleo = await api.account('cleo');
      const second = await secondProcess(t, api);
      const other = await buildApp(second.dependencies, second.services);
      const otherPort = await listenOn(other);
      t.after(() => other.close());
      const stream = await open(bearer(cleo.key));
      await stream.take(1);
      await visit('/cleo', firefox, other);
      await visit('/cleo', chrome, other);
      const arrivals = await stream.take(2);
      assert.deepEqual(names(arrivals), ['arrival', 'arrival']);
      stream.close();

      await visit('/cleo');
      await api.visits.live(cleo.id);
      for (const [{ id }, missed] of [
        [arrivals[0]!, ['arrival', 'activity']],
        [arrivals[1]!, ['activity']],
      ] as const) {
        const resumed = await open({ ...bearer(cleo.key), 'last-event-id': id }, otherPort);
        const repeated = await resumed.take(missed.length);
        assert.deepEqual(names(repeated), missed);
        resumed.close();
      }
      const [since, number] = arrivals[1]!.id.split('-').map(Number) as [number, number];
      for (const id of [`${since}-${number + 50}`, `${since - 1}-${number}`, 'x', '-1', `${since}-${number}-`]) {
        const fresh = await open({ ...bearer(cleo.key), 'last-event-id': id }, otherPort);
        assert.deepEqual(names(await fresh.take(1)), ['snapshot'], id);
        fresh.close();
      }
    });

    it('ends when its key is revoked, its session ends or its account is suspended', async () => {
      const dora = await register(api, 'dora');
      const browser = await signedIn(api, dora);
      const dashboardPort = await listenOn(await api.dashboard());
      const { id, key } = await api.keyFor(dora);
      const kept = await open(bearer((await api.keyFor(dora)).key));
      const byKey = await open(bearer(key));
      const session = { cookie: browser.cookieHeader(), 'sec-fetch-site': 'same-origin' };
      const bySession = await open(session, dashboardPort);
      assert.deepEqual([kept.status, byKey.status, bySession.status], [200, 200, 200]);
      await endKey(api.store, dora.id, id, commandLine, api.clock.now);
      await byKey.ended();
      assert.equal((await open(bearer(key))).status, 401);
      await browser.call('POST /auth/sign-out');
      await bySession.ended();
      assert.equal((await open(session, dashboardPort)).status, 401);
      const still = kept.messages().length;
      await visit('/dora');
      await eventually('the other stream goes on', 5000, () => kept.messages().length > still);
      await suspendAccount(api.store, dora.id, commandLine, api.clock.now);
      await kept.ended();
    });

    it('is refused to other sites with a session, and without a key', async () => {
      const eve = await register(api, 'eve');
      const browser = await signedIn(api, eve);
      const dashboard = await api.dashboard();
      const url = '/api/v1/analytics/live/stream';
      const headers = { cookie: browser.cookieHeader(), 'sec-fetch-site': 'cross-site' };
      assert.equal((await dashboard.inject({ url, headers })).statusCode, 403);
      assert.equal((await api.app.inject({ url })).statusCode, 401);
    });

    it('is limited to twenty per account, and answers HEAD without listening', async () => {
      const finn = await api.account('finn');
      const url = '/api/v1/analytics/live/stream';
      for (let time = 0; time < 21; time += 1) {
        const head = await api.app.inject({ method: 'HEAD', url, headers: bearer(finn.key) });
        assert.deepEqual([head.statusCode, head.payload], [200, '']);
      }
      const streams = [];
      for (let time = 0; time < 20; time += 1) streams.push(await open(bearer(finn.key)));
      assert.equal(api.app.inFlight(), 0);
      const refused = await api.call('GET /analytics/live/stream', { key: finn.key });
      assert.deepEqual(
        [refused.status, refused.headers['retry-after'], refused.body.code],
        [429, '10', 'rate_limited'],
      );
      for (const stream of streams) stream.close();
      await eventually('the streams are closed', 5000, () => api.visits.streams.size() === 0);
      const again = await open(bearer(finn.key));
      assert.equal(again.status, 200);
    });

    it('is written for accounts that somebody listens to only, and for some minutes', async () => {
      const gus = await api.account('gus');
      const hal = await api.account('hal');
      const events = async (id: number) =>
        (await api.store.read.selectFrom('live_event').select('number').where('account_id', '=', id).execute()).length;
      const stream = await open(bearer(gus.key));
      await stream.take(1);
      for (const page of ['/gus', '/hal']) await visit(page);
      await stream.take(1);
      await api.visits.live(hal.id);
      assert.deepEqual([await events(gus.id), await events(hal.id)], [1, 0]);
      stream.close();
      await eventually('the stream is closed', 5000, () => api.visits.streams.size() === 0);
      api.clock.now += 60 * SECOND;
      await visit('/gus', chrome);
      await api.visits.live(gus.id);
      assert.equal(await events(gus.id), 1);
      api.clock.now += 61 * SECOND;
      await api.upkeep();
      assert.equal(await events(gus.id), 0);
    });
  });

  it(`shares slots fairly between accounts on ${engine.name}`, async (t) => {
    const api = await openApi(engine, { MAX_CONNECTIONS: '8' });
    t.after(() => api.close());
    const port = await listenOn(api.app);
    const [ada, bea, cleo] = [await api.account('ada'), await api.account('bea'), await api.account('cleo')];
    const open = ({ key }: Account) => openStream(port, bearer(key));
    const refused = async ({ key }: Account) => {
      const { status, headers, body } = await api.call('GET /analytics/live/stream', { key });
      assert.deepEqual([status, headers['retry-after'], body.code], [503, '10', 'unavailable']);
    };
    const all = [await open(ada), await open(ada), await open(ada), await open(ada)];
    await refused(ada);
    // The oldest stream of the account that has most ends, so that its client reconnects.
    all.push(await open(bea));
    await all[0]!.ended();
    assert.match(all[0]!.text(), /retry: \d+\n\n$/);
    all.push(await open(bea));
    await all[1]!.ended();
    assert.deepEqual(
      all.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200],
    );
    // Two and two: nobody has more than the other would.
    await refused(ada);
    await refused(bea);
    all.push(await open(cleo));
    assert.equal(all.at(-1)!.status, 200);
    await eventually('one stream makes room', 8000, () => api.visits.streams.size() === 4);
    await refused(cleo);
  });

  it(`leaves half of the connections to other requests, and ends with the service, on ${engine.name}`, async () => {
    const api = await openApi(engine, { MAX_CONNECTIONS: '4' });
    const port = await listenOn(api.app);
    const { key } = await api.account('ada');
    const streams = [await openStream(port, bearer(key)), await openStream(port, bearer(key))];
    const refused = await api.call('GET /analytics/live/stream', { key });
    assert.deepEqual([refused.status, refused.headers['retry-after'], refused.body.code], [503, '10', 'unavailable']);
    for (const stream of streams) await stream.take(1);
    await api.close();
    await Promise.all(streams.map((stream) => stream.ended()));
    for (const stream of streams) assert.match(stream.text(), /retry: \d+\n\n$/);
  });
}
