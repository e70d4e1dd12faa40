// The service behind nginx and Caddy with the shipped configurations: client addresses, what passes through unchanged, and
// what is logged.
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../test/support/free-port.ts';
import { inScope } from '../test/support/scope.ts';
import { startServer } from '../test/support/server.ts';
import { checks } from './proxies/checks.ts';
import { type StartFront, startCaddy, startNginx } from './proxies/fronts.ts';
import { visitorOf } from './proxies/visitor.ts';
import { CannotRun, type Finding, labelled, type Trial } from './support/findings.ts';
import { temporaryFolder } from './support/processes.ts';

export const proxies: Trial = async ({ say }) => {
  const findings: Finding[] = [];
  const missing: string[] = [];
  for (const start of [startNginx, startCaddy]) {
    try {
      findings.push(...(await inScope((t) => behind(t, start, say))));
    } catch (error) {
      if (!(error instanceof CannotRun)) throw error;
      missing.push(error.message);
    }
  }
  if (findings.length === 0) throw new CannotRun(missing.join('; '));
  return [...findings, ...missing.map((figure) => ({ what: 'not checked', figure }))];
};

async function behind(t: TestContext, startFront: StartFront, say: (text: string) => void): Promise<Finding[]> {
  const [port, dashboardPort] = [await freePort(), await freePort()];
  const front = await startFront(t, { pages: port, dashboard: dashboardPort });
  const service = await startServer(t, {
    PORT: String(port),
    DASHBOARD_PORT: String(dashboardPort),
    DATABASE_URL: `sqlite:${join(temporaryFolder(t), 'fingerpost.db')}`,
    DEMO: 'on',
    TRUST_PROXY: 'loopback',
  });
  const [, key] = await service.wrote(/^ {2}(fp_\S+)$/m);
  const visitor = visitorOf(front, key!);
  const findings: Finding[] = [];
  for (const { what, target, run } of checks) {
    say(`${front.name}: ${what}`);
    const outcome = await run({ front, visitor }).then(
      (figure) => ({ figure, met: true }),
      (error: Error) => ({ figure: error.message.split('\n', 1)[0]!, met: false }),
    );
    findings.push({ what, target, ...outcome });
  }
  return labelled(front.name, findings);
}
