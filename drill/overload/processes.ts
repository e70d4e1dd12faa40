// The two processes of the drill: the service as an operator starts it, and the load generator.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../bench/processes.ts';
import { call } from '../../test/support/server.ts';
import { ask, killAfter, startScript } from '../child.ts';
import type { Gauge } from './gauge.ts';
import type { Order } from './loader.ts';
import type { Tenant } from './mix.ts';
import type { Loaded } from './tally.ts';

export interface Service {
  readonly url: string;
  readonly port: number;
  gauge(): Promise<Gauge>;
  /** Stops it; resolves with its exit code and standard error. */
  stop(): Promise<{ code: number | null; stderr: string }>;
}

export interface Loader {
  prepare(port: number, tenants: readonly Tenant[]): Promise<void>;
  load(order: Exclude<Order, { what: 'prepare' }>): Promise<Loaded>;
}

const START_LIMIT_MS = 20_000;

/** With default limits except for the given settings. `gaugeModule` is preloaded and answers `gauge`. */
export async function startService(
  t: TestContext,
  environment: Record<string, string>,
  gaugeModule = new URL('gauge.ts', import.meta.url),
): Promise<Service> {
  const port = await freePort();
  const settings = {
    HOST: '127.0.0.1',
    PORT: String(port),
    DASHBOARD_PORT: '0',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    ...environment,
  };
  const gauge = `--import=${gaugeModule}`;
  const child = spawn(fileURLToPath(new URL('../../bin/fingerpost', import.meta.url)), ['serve'], {
    env: { PATH: process.env.PATH, ...settings, NODE_OPTIONS: gauge },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  killAfter(t, child);
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_LIMIT_MS;
  const isThere = () =>
    call(url, 'GET /ready').then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isThere())) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`The service did not start: ${stderr}`);
    await sleep(50);
  }
  return {
    url,
    port,
    gauge: () => ask<Gauge>(child, 'gauge'),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = await ended;
      return { code, stderr };
    },
  };
}

export function startLoader(t: TestContext): Loader {
  const child = startScript(t, new URL('loader.ts', import.meta.url));
  return {
    async prepare(port, tenants) {
      await ask(child, { what: 'prepare', port, tenants } satisfies Order);
    },
    load: (order) => ask<Loaded>(child, order satisfies Order),
  };
}
