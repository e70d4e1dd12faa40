// The workers are replaced again and again while clients keep their connections, straight to the service and through nginx,
// which repeats no request. Some clients pause between their requests, so that their connections are idle at times.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inScope } from '../bench/scope.ts';
import { fingerpost } from '../test/cli/fingerpost.ts';
import { startKeptClients } from '../test/process/kept-connections.ts';
import { engines } from '../test/support/engines.ts';
import { tenantOn } from '../test/support/server.ts';
import { freshDatabase } from '../test/support/store.ts';
import type { Drill, Finding } from './drill.ts';
import { seconds, tally, thousands } from './figures.ts';
import { startBalancer } from './nodes/balancer.ts';
import { startVisited } from './visited-service.ts';

/** A cached page, a response of the API, and a route without a key. */
const REQUESTS = ['GET /ada', 'GET /api/v1/user', 'GET /health'];
const BUSY = { clients: 12, maxPauseMs: 100 };
const PAUSING = { clients: 12, maxPauseMs: 1500 };

export const reload: Drill = async ({ say, quick }) => {
  const [reloads, requests] = quick ? [3, 3000] : [10, 20_000];
  const findings: Finding[] = [];
  for (const where of ['straight', 'through nginx']) {
    say(`${reloads} reloads, ${where}`);
    const found = await inScope((t) => reloaded(t, where === 'through nginx', reloads, requests));
    findings.push(...found.map((finding) => ({ ...finding, what: `${where}: ${finding.what}` })));
  }
  return findings;
};

async function reloaded(t: TestContext, isBehindNginx: boolean, reloads: number, requests: number): Promise<Finding[]> {
  const databaseUrl = await freshDatabase(t, engines[0]!);
  const dataDir = mkdtempSync(join(tmpdir(), 'fingerpost-reload-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const { key } = await tenantOn(databaseUrl);
  const own = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    WORKERS: '2',
    DASHBOARD_PORT: '0',
    RATE_LIMIT: '0',
    // Load of the clients must not count as overload, also in the workers that a reload starts.
    MAX_EVENT_LOOP_DELAY_MS: '60000',
  };
  const service = startVisited(t, own);
  const direct = (await service.listening)!;
  await service.wrote(/"2 workers serve requests"/);
  const url = isBehindNginx ? await startBalancer(t, [Number(new URL(direct).port)]) : direct;

  const groups = [BUSY, PAUSING].map((group) => startKeptClients(url, REQUESTS, { ...group, key }));
  const answered = () => groups.reduce((sum, group) => sum + group.answered(), 0);
  const took: number[] = [];
  const environment = { ...own, HOST: '127.0.0.1', PORT: '0' };
  while (took.length < reloads || answered() < requests) {
    const began = performance.now();
    const { code, stderr } = await fingerpost(['reload'], { environment });
    if (code !== 0) throw new Error(`The reload ended with ${code}: ${stderr}`);
    took.push(performance.now() - began);
    await sleep(500);
  }
  const failed = (await Promise.all(groups.map((group) => group.stop()))).flat();
  service.kill('SIGTERM');
  await service.ended;
  took.sort((a, b) => a - b);
  return [
    {
      what: `requests that failed in ${took.length} reloads of two workers`,
      figure: `${failed.length} of ${thousands(answered() + failed.length)}: ${tally(failed)}`,
      target: '0',
      met: failed.length === 0,
    },
    {
      what: 'a reload',
      figure: `median ${seconds(took[took.length >> 1]!)}, longest ${seconds(took.at(-1)!)}`,
      met: true,
    },
  ];
}
