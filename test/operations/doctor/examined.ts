// An installation to examine, isolated from everything outside the test.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server as NetServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Finding } from '../../../server/operations/doctor/finding.ts';
import { examineInstallation } from '../../../server/operations/doctor/index.ts';
import { createClock } from '../../../server/system/clock.ts';
import { placesFile } from '../../visits/places-file.ts';

export const clock = createClock();

export async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'fingerpost-doctor-'));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** With an operator's settings, isolated from everything outside this test. */
export async function examined(t: TestContext, environment: Record<string, string>, at = clock): Promise<Finding[]> {
  const base = { PORT: '0', GEO_DATABASE: await placesOf(t, 0) };
  const own = 'DATA_DIR' in environment ? {} : { DATA_DIR: await folder(t) };
  const dashboardFolder = await folder(t);
  await writeFile(join(dashboardFolder, '.inputs'), '');
  const settings = { ...base, ...own, ...environment };
  return examineInstallation({ environment: settings, clock: at, thorough: false, dashboardFolder, isBuilt: true });
}

export async function placesOf(t: TestContext, days: number, type = 'DBIP-City-Lite'): Promise<string> {
  const file = join(await folder(t), 'places.mmdb');
  const builtAt = new Date(Math.floor(Date.now() / 1000 - days * 86_400) * 1000);
  await writeFile(file, placesFile({ '192.0.2.0/24': { country_code: 'GB', city: 'London' } }, { builtAt, type }));
  return file;
}

export function of(findings: Finding[], check: string): Finding[] {
  return findings.filter((finding) => finding.check === check);
}

/** Asserts one finding of the check with this state and text, and a remedy unless it is ok. */
export function assertFound(findings: Finding[], check: string, state: Finding['state'], words: RegExp): void {
  const found = of(findings, check);
  const fitting = found.find((finding) => finding.state === state && words.test(finding.finding));
  assert.ok(fitting, `no ${state} of ${check} says ${words}: ${JSON.stringify(found, null, 2)}`);
  assert.match(fitting.finding, /^\S.*\.$/);
  assert.equal(fitting.remedy === undefined, state === 'ok');
}

export async function answering(t: TestContext, answer: string): Promise<number> {
  return listening(
    t,
    createServer((socket) => socket.once('data', () => socket.end(answer)).on('error', () => {})),
  );
}

export async function listening(t: TestContext, server: NetServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as { port: number }).port;
}
