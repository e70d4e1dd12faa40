// Pages and dashboard on sockets of their own, with the real build, and a browser to use them.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { TestContext } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { type Api, openApi } from '../support/api.ts';
import { type Browser, namesOfThisMachine, startBrowser } from '../support/browser.ts';
import { engines } from '../support/engines.ts';

export interface DashboardSite {
  api: Api;
  browser: Browser;
  /** Of the dashboard, and of the pages. */
  url: string;
  pagesUrl: string;
}

export const PASSWORD = 'three blue herons';

/** Its names on the network, if it is opened from another machine: without TLS, browsers do not trust them. */
export const NETWORK_NAMES = ['fingerpost.lan', 'other.lan'] as const;

export async function openDashboardSite(
  scope: TestContext,
  environment: Record<string, string> = {},
  host: 'localhost' | (typeof NETWORK_NAMES)[0] = 'localhost',
): Promise<DashboardSite> {
  const [pagesPort, dashboardPort] = await Promise.all([freePort(), freePort()]);
  const pagesUrl = `http://${host}:${pagesPort}`;
  const url = `http://${host}:${dashboardPort}`;
  const settings = {
    PUBLIC_URL: pagesUrl,
    DASHBOARD_URL: url,
    SIGNUP: 'open',
    MAX_EVENT_LOOP_DELAY_MS: '60000',
    ...environment,
  };
  const api = await openApi(engines.find(({ name }) => name === 'sqlite')!, settings);
  scope.after(() => api.close());
  useRealTime(api);
  await api.app.listen({ host: '127.0.0.1', port: pagesPort });
  const dashboard = await api.dashboard();
  await dashboard.listen({ host: '127.0.0.1', port: dashboardPort });
  const flags = host === 'localhost' ? [] : [namesOfThisMachine(...NETWORK_NAMES)];
  return { api, browser: await startBrowser(scope, flags), url, pagesUrl };
}

/** Through the screen, up to the first of the steps that follow. */
export async function signUp(tab: Tab, url: string, username: string): Promise<void> {
  await tab.goto(`${url}/sign-up`);
  await tab.getByLabel('Address of your page').fill(username);
  await tab.getByLabel('E-mail').fill(`${username}@example.com`);
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await tab.getByRole('button', { name: 'Continue' }).click();
  await tab.getByRole('heading', { name: 'What’s your name?' }).waitFor();
}

/** Browsers have a clock of their own. What a test sets is where time goes on from. */
function useRealTime({ clock }: Api): void {
  let ahead = 0;
  Object.defineProperty(clock, 'now', {
    get: () => Date.now() * 1000 + ahead,
    set: (now: number) => {
      ahead = now - Date.now() * 1000;
    },
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
