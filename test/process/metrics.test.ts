import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { before, describe, it, type TestContext } from 'node:test';
import { DAY, SECOND } from '../../contract/time.ts';
import { createStoreProbe } from '../../server/http/metrics/store-probe.ts';
import { filesOf } from '../../server/storage/dialects/sqlite/saved-file.ts';
import { engines } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { holdAccount } from '../support/held-account.ts';
import { startProxy } from '../support/proxy.ts';
import { call, pixelNamed, type Server, startServer, suiteScope, tenantOn } from '../support/server.ts';
import { freshDatabase } from '../support/store.ts';
import { enqueueBatches, event, firefoxOnLinux, NOON } from '../visits/setting.ts';
import { metricsIn, overlap, queriesOf, readDashboard } from './metrics/dashboard.ts';
import { type Exposition, parseExposition } from './metrics/exposition.ts';
import { metered } from './metrics/metered.ts';
import { openWire } from './wire.ts';

const sqlite = engines.find(({ name }) => name === 'sqlite')!;
const postgres = engines.find(({ name }) => name === 'postgres')!;

for (const engine of engines) {
  describe(`metrics on ${engine.name}`, () => {
    it('report how many visits wait, since when, and how aggregating goes', async (t) => {
      const { visits, clock, scrape } = await metered(t, await freshDatabase(t, engine));
      // Imported visits: their age is not how long they have waited.
      await visits.recordMany([event({ at: clock.now - 30 * DAY }), event({ at: clock.now })]);
      clock.now += 60 * SECOND;
      await visits.recordMany([event({ at: clock.now })]);
      clock.now += 30 * SECOND;

      const before = await scrape();
      assert.equal(before.value('fingerpost_journal_rows'), 3);
      assert.equal(before.value('fingerpost_journal_age_seconds'), 90);
      assert.equal(before.value('fingerpost_visits_recorded_total'), 3);
      assert.equal(before.value('fingerpost_visits_folded_total'), 0);
      assert.equal(before.value('fingerpost_fold_duration_seconds_count'), 0);

      visits.start();
      await eventually('they are counted', 10_000, () => visits.figures().aggregated === 3);
      await eventually('it is done', 10_000, () => visits.figures().aggregatedAt === clock.now);
      const after = await scrape();
      assert.equal(after.value('fingerpost_journal_rows'), 0);
      assert.equal(after.value('fingerpost_journal_age_seconds'), 0);
      assert.equal(after.value('fingerpost_visits_waiting'), 0);
      for (const what of ['visits', 'bytes', 'age_seconds']) assert.equal(after.value(`fingerpost_spool_${what}`), 0);
      assert.equal(after.value('fingerpost_visits_folded_total'), 3);
      assert.equal(after.value('fingerpost_fold_duration_seconds_count'), 1);
      assert.equal(after.value('fingerpost_fold_failures_total'), 0);
      assert.equal(after.value('fingerpost_fold_last_success_timestamp_seconds'), clock.now / SECOND);
    });

    it('read at most a thousand waiting batches', async (t) => {
      const { store, scrape } = await metered(t, await freshDatabase(t, engine));
      const batch = { at: NOON, writer: 'another', count: 10, events: '[]' };
      await enqueueBatches(store, ...Array.from({ length: 1001 }, (_, index) => ({ ...batch, seq: index + 1 })));
      assert.equal((await scrape()).value('fingerpost_journal_rows'), 10_000);
    });

    it('report store latency, failures and versions', async (t) => {
      const { store, scrape } = await metered(t, await freshDatabase(t, engine));
      await store.write(1, async () => {});
      await assert.rejects(
        store.write(1, async () => {
          throw new Error('no');
        }),
      );
      const seen = await scrape();
      assert.equal(seen.value('fingerpost_store_duration_seconds_count{operation="account transaction"}'), 2);
      assert.equal(seen.value('fingerpost_store_failures_total{operation="account transaction"}'), 1);
      assert.equal(seen.value('fingerpost_store_failures_total{operation="select"}'), 0);
      assert.equal(seen.value('fingerpost_store_up'), 1);
      assert.equal(seen.value('fingerpost_store_hears_changes'), 1);
      const folder = new URL('../../', import.meta.url);
      const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
      const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
      assert.deepEqual(seen.labelsOf('fingerpost_build_info'), [
        { version, commit, node: process.versions.node, store: engine.dialect },
      ]);
    });

    it('report the servers of a cluster', async (t) => {
      const { scrape } = await metered(t, await freshDatabase(t, engine));
      let seen = await scrape();
      if (engine.name !== 'citus') return assert.deepEqual(seen.labelsOf('fingerpost_cluster_server_up'), []);
      await eventually('they answered', 10_000, async () => {
        seen = await scrape();
        return seen.labelsOf('fingerpost_cluster_server_up').length === 3;
      });
      for (const { server } of seen.labelsOf('fingerpost_cluster_server_up')) {
        assert.equal(seen.value(`fingerpost_cluster_server_up{server="${server}"}`), 1);
        assert.ok(seen.value(`fingerpost_cluster_server_bytes{server="${server}"}`)! > 1e6);
        assert.equal(seen.value(`fingerpost_cluster_prepared_transactions{server="${server}"}`), 0);
      }
    });
  });
}

describe('metrics while the store is unavailable', () => {
  it('wait for it at most a second, with one query at a time', { timeout: 10_000 }, async (t) => {
    const awake = setInterval(() => {}, 1000);
    t.after(() => clearInterval(awake));
    const never = () => new Promise<never>(() => {});
    let pings = 0;
    const ping = () => {
      pings += 1;
      return never();
    };
    const silent = createStoreProbe(
      { ping, dialect: { isDistributed: true, clusterServers: never } },
      { backlog: never },
      { backup: never, retention: never, jobs: never },
    );
    const slow = createStoreProbe(
      { ping: async () => {}, dialect: { isDistributed: true, clusterServers: never } },
      { backlog: never },
      { backup: never, retention: never, jobs: never },
    );
    await Promise.all([silent.probe(), slow.probe()]);
    await silent.probe();
    assert.deepEqual(silent.state(), { isUp: false });
    assert.equal(pings, 1);
    assert.deepEqual(slow.state(), { isUp: true });
  });

  it('report it together with all other metrics on postgres', async (t) => {
    const proxy = await startProxy(t, await freshDatabase(t, postgres));
    const { visits, scrape } = await metered(t, proxy.url);
    await visits.recordMany([event({})]);
    const assertAway = (seen: Exposition) => {
      assert.equal(seen.value('fingerpost_store_up'), 0);
      assert.equal(seen.value('fingerpost_journal_rows'), undefined);
      assert.equal(seen.value('fingerpost_journal_age_seconds'), undefined);
      assert.equal(seen.value('fingerpost_visits_recorded_total'), 1);
      assert.ok(seen.value('process_resident_memory_bytes')! > 0);
    };

    proxy.silence();
    assertAway(await scrape());
    assertAway(await scrape());
    proxy.cut();
    visits.start();
    await assert.rejects(visits.recordMany([event({}), event({})]));
    await eventually(
      'the listener is disconnected',
      5000,
      async () => (await scrape()).value('fingerpost_store_hears_changes') === 0,
    );
    const away = await scrape();
    assertAway(away);
    assert.equal(away.value('fingerpost_visits_refused_total{reason="store"}'), 2);
    assert.ok(away.value('fingerpost_fold_failures_total')! > 0);
    assert.ok(away.value('fingerpost_store_failures_total{operation="select"}')! > 0);

    proxy.restore();
    await eventually('the store is up', 10_000, async () => (await scrape()).value('fingerpost_store_up') === 1);
    await eventually('it hears', 5000, async () => (await scrape()).value('fingerpost_store_hears_changes') === 1);
  });

  it('report it on sqlite when the file is corrupt', async (t) => {
    const databaseUrl = await freshDatabase(t, sqlite);
    const { visits, scrape } = await metered(t, databaseUrl);
    await visits.recordMany([event({})]);
    assert.equal((await scrape()).value('fingerpost_store_up'), 1);
    const { file: database, queue } = filesOf(databaseUrl)!;
    for (const file of [database, queue]) for (const part of [file, `${file}-wal`]) overwrite(part);
    // Pages read before are cached until something changes.
    await visits.recordMany([event({})]).catch(() => {});
    const away = await scrape();
    assert.equal(away.value('fingerpost_store_up'), 0);
    assert.equal(away.value('fingerpost_journal_rows'), undefined);
  });
});

describe('metrics', () => {
  it('report the caches and the geolocation file', async (t) => {
    const { app, key, scrape } = await metered(t, await freshDatabase(t, sqlite));
    const headers = { authorization: `Bearer ${await key()}` };
    for (const url of ['/api/v1/user', '/api/v1/user', '/api/v1/user', '/api/v1/pixels']) {
      assert.equal((await app.inject({ url, headers })).statusCode, 200);
    }
    const seen = await scrape();
    const cache = (figure: string, name: string) => seen.value(`fingerpost_cache_${figure}{cache="${name}"}`);
    const of = (name: string) => ['hits_total', 'misses_total', 'entries'].map((figure) => cache(figure, name));
    assert.deepEqual(of('answers'), [2, 2, 2]);
    assert.deepEqual(of('keys'), [3, 1, 1]);
    assert.deepEqual(of('places'), [50, 7, 5]);
    assert.ok(cache('bytes', 'answers')! > 0);
    assert.equal(cache('bytes', 'keys'), undefined);
    assert.equal(seen.value('fingerpost_geography_built_timestamp_seconds'), Date.UTC(2026, 8, 1) / 1000);
    assert.equal(seen.value('fingerpost_geography_reloads_total'), 2);
    assert.equal(seen.value('fingerpost_geography_failures_total'), 3);
  });

  it('are read once for concurrent scrapes', async (t) => {
    const { scrape } = await metered(t, await freshDatabase(t, sqlite));
    const [one, other] = await Promise.all([scrape(), scrape()]);
    assert.equal(one.text, other.text);
    assert.notEqual((await scrape()).text, one.text);
  });

  it('count a visit that arrives too late as refused', async (t) => {
    const { visits, scrape } = await metered(t, await freshDatabase(t, sqlite));
    await visits.stop();
    await assert.rejects(visits.recordMany([event({})]));
    assert.equal((await scrape()).value('fingerpost_visits_refused_total{reason="queue"}'), 1);
  });
});

describe('METRICS_PORT of a running service', () => {
  const maxConnections = 10;
  const scope = suiteScope();
  let service: WithMetrics;
  before(async () => {
    service = await startWithMetrics(scope, {
      HOST: '0.0.0.0',
      DEMO: 'on',
      MAX_CONNECTIONS: String(maxConnections),
    });
  });

  it('labels requests by route, method and status, never by visitor input', async () => {
    const { server, scrape } = service;
    assert.equal((await server.call('GET /health')).status, 200);
    assert.equal((await server.call('GET /made-up/beyond/every/route')).status, 404);
    assert.equal((await server.call('PROPFIND /made-up/beyond/every/route')).status, 404);
    assert.equal((await server.call('GET /api/v1/pixels/made-up')).status, 401);
    const seen = await scrape();
    const labels = seen
      .labelsOf('fingerpost_request_duration_seconds_count')
      .map(({ method, route, status }) => `${method} ${route} ${status}`);
    for (const wanted of ['GET /health 200', 'GET none 404', 'other none 404', 'GET /api/v1/pixels/:id 401']) {
      assert.ok(labels.includes(wanted), wanted);
    }
    assert.doesNotMatch(seen.text, /made-up|PROPFIND/);
  });

  it('reports in-flight, abandoned and unreadable requests', async (t) => {
    const { server, databaseUrl, scrape } = service;
    const isOpen = (count: number) => async () => (await scrape()).value('fingerpost_connections_open') === count;
    await eventually('no connection is open', 5000, isOpen(0));
    const first = await scrape();
    const { key, accountId } = await tenantOn(databaseUrl);
    const release = await holdAccount(t, databaseUrl, accountId);
    const slow = await openWire(t, server.port);
    const pixel = JSON.stringify(pixelNamed('Slow'));
    const head = `Authorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${pixel.length}`;
    await slow.send(`POST /api/v1/pixels HTTP/1.1\r\n${head}\r\n\r\n${pixel}`);
    const idle = [];
    while (idle.length < maxConnections - 1) idle.push(await openWire(t, server.port));
    await (await openWire(t, server.port)).ended();
    await eventually('one is in flight', 5000, async () => {
      return (await scrape()).value('fingerpost_requests_in_flight') === 1;
    });
    const since = (seen: Exposition, name: string) => seen.value(name)! - first.value(name)!;
    const before = await scrape();
    assert.equal(before.value('fingerpost_connections_open'), maxConnections);
    assert.equal(since(before, 'fingerpost_connections_refused_total'), 1);
    assert.equal(since(before, 'fingerpost_requests_abandoned_total'), 0);
    assert.equal(since(before, 'fingerpost_requests_unreadable_total{reason="malformed"}'), 0);

    slow.socket.destroy();
    // Before the account is free: otherwise the request might be answered first.
    await eventually('its connection is closed', 5000, isOpen(maxConnections - 1));
    await release();
    await idle[0]!.send('not a request\r\n\r\n');
    assert.equal((await idle[0]!.answer()).status, 400);
    for (const { socket } of idle) socket.destroy();
    await eventually('no connection is open', 5000, isOpen(0));
    const after = await scrape();
    assert.equal(after.value('fingerpost_requests_in_flight'), 0);
    assert.equal(since(after, 'fingerpost_requests_abandoned_total'), 1);
    assert.equal(since(after, 'fingerpost_requests_unreadable_total{reason="malformed"}'), 1);
  });

  it('answers only GET and HEAD of /metrics', async () => {
    const { url, scrape } = service;
    const before = (await scrape()).labelsOf('fingerpost_request_duration_seconds_count');
    const { headers, status, text } = await call(url, 'HEAD /metrics');
    assert.equal(status, 200);
    assert.equal(text, '');
    assert.ok(Number(headers['content-length']) > 1000);
    assert.match(headers['content-type']!, /^text\/plain; version=0\.0\.4/);
    assert.equal((await call(url, 'GET /metrics?name[]=x')).status, 200);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const refused = await call(url, `${method} /metrics`);
      assert.equal(refused.status, 405);
      assert.equal(refused.headers.allow, 'GET, HEAD');
    }
    for (const path of ['/', '/health', '/metrics/', '/api/v1/user']) {
      assert.equal((await call(url, `GET ${path}`)).status, 404, path);
    }
    // Scrapes do not count as requests.
    assert.deepEqual((await scrape()).labelsOf('fingerpost_request_duration_seconds_count'), before);
  });

  it('does not listen on other addresses of this machine', async () => {
    const { server, url } = service;
    const others = Object.values(networkInterfaces()).flatMap((all) =>
      all!.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
    );
    for (const address of ['127.0.0.2', ...others]) {
      assert.equal((await call(`http://${address}:${server.port}`, 'GET /health')).status, 200, address);
      const there = `http://${address}:${new URL(url).port}`;
      await assert.rejects(call(there, 'GET /metrics'), { code: 'ECONNREFUSED' }, address);
    }
  });

  it('reports the documented metrics after requests and visits', async () => {
    const { server, scrape } = service;
    await server.call('GET /health');
    assert.equal((await server.call('GET /demo', { headers: { 'user-agent': firefoxOnLinux } })).status, 200);
    let seen = await scrape();
    await eventually('visits are counted, jobs done and places read', 20_000, async () => {
      seen = await scrape();
      const isAggregated = seen.value('fingerpost_visits_folded_total')! > 0;
      const isMaintained = seen.value('fingerpost_job_runs_total{kind="sweep-visits"}')! > 0;
      return isAggregated && isMaintained && seen.value('fingerpost_geography_built_timestamp_seconds') !== undefined;
    });
    const suffixes = (type: string) => (type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']);
    const names = new Set([...seen.types].flatMap(([name, type]) => suffixes(type).map((suffix) => name + suffix)));

    const rules = readFileSync(new URL('../../deploy/alerts.yml', import.meta.url), 'utf8');
    const alerts = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expression]) => expression!);
    assert.equal(alerts.length, [...rules.matchAll(/- alert: /g)].length);
    const dashboard = queriesOf(readDashboard());
    assert.ok(dashboard.length > 20 && alerts.length > 20);
    // Reported elsewhere: by Prometheus itself, by a primary, and on a cluster.
    const ofOthers = /^(up$|fingerpost_workers_|fingerpost_cluster_)/;
    for (const query of [...dashboard, ...alerts.filter((expression) => !ofOthers.test(metricsIn(expression)[0]!))]) {
      const used = metricsIn(query);
      assert.ok(used.length > 0, query);
      for (const name of used) assert.ok(names.has(name), `${name} in ${query}`);
    }

    const page = readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `(fingerpost_\w+)` \| (\w+) \| ([^|]*) \|/gm)];
    // Those of a primary are in `workers.test.ts`, and those of a cluster have labels only there.
    const elsewhere = /^fingerpost_(workers|cluster)_/;
    const own = rows.filter(([, name]) => !elsewhere.test(name!));
    const documented = own.map(([, name, type, labels]) => [
      name,
      type,
      [...labels!.matchAll(/`(\w+)`/g)].map((m) => m[1]),
    ]);
    const reported = [...seen.types]
      .filter(([name]) => name.startsWith('fingerpost_') && !elsewhere.test(name))
      .map(([name, type]) => [name, type, labelNames(seen, name, type)]);
    assert.deepEqual(documented.sort(), reported.sort());
  });
});

describe('the dashboard of metrics', () => {
  it('can be shown completely by Grafana', () => {
    const { panels, templating, schemaVersion } = readDashboard();
    // Grafana 11; newer versions read it too.
    assert.equal(schemaVersion, 39);
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    assert.equal(new Set(panels.map(({ title }) => title)).size, panels.length);
    for (const [index, { gridPos, title }] of panels.entries()) {
      assert.ok(gridPos.w > 0 && gridPos.h > 0 && gridPos.x >= 0 && gridPos.x + gridPos.w <= 24, title);
      for (const other of panels.slice(index + 1)) {
        assert.ok(!overlap(gridPos, other.gridPos), `${title} overlaps ${other.title}`);
      }
    }
    assert.ok(templating.list.some(({ type, query }) => type === 'datasource' && query === 'prometheus'));
    for (const { type, title, description, datasource, targets, fieldConfig } of panels) {
      if (type === 'row') continue;
      assert.match(description ?? '', /\.$/, title);
      assert.equal(datasource!.type, 'prometheus', title);
      assert.match(datasource!.uid, /^\$\{datasource\}$/, title);
      assert.ok(fieldConfig!.defaults.unit, title);
      assert.ok(fieldConfig!.defaults.thresholds!.steps.length > 0, title);
      assert.equal(new Set(targets!.map(({ refId }) => refId)).size, targets!.length, title);
    }
  });
});

interface WithMetrics {
  server: Server;
  databaseUrl: string;
  url: string;
  scrape(): Promise<Exposition>;
}

/** The service as an operator runs it, with METRICS_PORT set. */
async function startWithMetrics(t: TestContext, environment: Record<string, string>): Promise<WithMetrics> {
  const databaseUrl = await freshDatabase(t, sqlite);
  const server = await startServer(t, { DATABASE_URL: databaseUrl, METRICS_PORT: '0', ...environment });
  const [, url] = await server.wrote(/"metrics on (http:\/\/127\.0\.0\.1:\d+)\/metrics"/);
  return {
    server,
    databaseUrl,
    url: url!,
    scrape: async () => parseExposition((await call(url!, 'GET /metrics')).text),
  };
}

function labelNames(seen: Exposition, name: string, type: string): string[] {
  const [first] = seen.labelsOf(type === 'histogram' ? `${name}_count` : name);
  return Object.keys(first ?? {});
}

function overwrite(file: string): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(statSync(file).size, 'x'));
  closeSync(descriptor);
}
