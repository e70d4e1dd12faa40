// The service behind nginx and Caddy with the shipped configurations: client addresses, URLs in answers, what passes
// through unchanged, and what a restart of the service looks like from outside.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { inScope } from '../bench/scope.ts';
import { call, type Server, startServer } from '../test/support/server.ts';
import type { Drill, Finding } from './drill.ts';
import { type Check, discretion, identity, passage, withoutTrust } from './proxies/checks.ts';
import { freePort, SITE, type StartFront, startCaddy, startNginx } from './proxies/fronts.ts';
import { watchRestart } from './proxies/restart.ts';
import { visitorOf } from './proxies/visitor.ts';

/** The proxy settings of the service in turn, and the checks for each. */
const stages: { settings: Record<string, string>; checks: readonly Check[]; inQuick: boolean }[] = [
  { settings: { TRUST_PROXY: 'loopback' }, checks: [...identity, ...passage], inQuick: true },
  { settings: { TRUST_PROXY: '1', PUBLIC_URL: `https://${SITE}` }, checks: identity, inQuick: true },
  { settings: { TRUST_PROXY: '127.0.0.1' }, checks: identity, inQuick: false },
  { settings: { TRUST_PROXY: 'off' }, checks: [withoutTrust, ...discretion], inQuick: true },
];

export const proxies: Drill = async ({ say, quick }) => {
  const findings: Finding[] = [];
  for (const start of [startNginx, startCaddy]) {
    await inScope(async (t) => findings.push(...(await behind(t, start, quick, say))));
  }
  return findings;
};

async function behind(
  t: TestContext,
  startFront: StartFront,
  quick: boolean,
  say: (text: string) => void,
): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-behind-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [port, dashboardPort] = [await freePort(), await freePort()];
  const start = (settings: Record<string, string>) =>
    startServer(t, {
      PORT: String(port),
      DASHBOARD_PORT: String(dashboardPort),
      DATABASE_URL: `sqlite:${join(folder, 'fingerpost.db')}`,
      DEMO: 'on',
      ...settings,
    });
  const front = await startFront(t, { pages: port, dashboard: dashboardPort });
  const [first, ...others] = stages.filter(({ inQuick }) => inQuick || !quick);
  let service = await start(first!.settings);
  const [, key] = await service.wrote(/^ {2}(fp_\S+)$/m);
  const visitor = visitorOf(front, key!);
  const direct = (request: string, headers: Record<string, string>) => call(service.url, request, { headers });
  const findings: Finding[] = [];

  async function runStage({ settings, checks }: (typeof stages)[number]): Promise<void> {
    const where = [front.name, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)].join(', ');
    say(where);
    for (const { what, target, run } of checks) {
      const outcome = await run({ front, visitor, direct }).then(
        (figure) => ({ figure, met: true }),
        (error: Error) => ({ figure: error.message.split('\n', 1)[0]!, met: false }),
      );
      findings.push({ what: `${where}: ${what}`, target, ...outcome });
    }
  }

  await runStage(first!);
  for (const stage of others) {
    const seen = await watchRestart(visitor, {
      stop: () => stopped(service),
      async start() {
        service = await start(stage.settings);
      },
    });
    findings.push({ what: `${front.name}: restart of the service`, ...seen });
    await runStage(stage);
  }
  return findings;
}

async function stopped(service: Server): Promise<void> {
  service.kill('SIGTERM');
  const { code } = await service.ended;
  assert.equal(code, 0, `The service ended with ${code}: ${service.stderr()}`);
}
