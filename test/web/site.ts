// Pages and dashboard on sockets of their own, with the real build, and a browser to use them.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { TestContext } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { type Api, openApi } from '../support/api.ts';
import { type Browser, startBrowser } from '../support/browser.ts';
import { engines } from '../support/engines.ts';
import { buildDashboardFiles } from './build.ts';

export interface DashboardSite {
  api: Api;
  browser: Browser;
  /** Of the dashboard, and of the pages. */
  url: string;
  pagesUrl: string;
}

export const PASSWORD = 'three blue herons';

export async function openDashboardSite(scope: TestContext): Promise<DashboardSite> {
  const [pagesPort, dashboardPort] = await Promise.all([freePort(), freePort()]);
  const pagesUrl = `http://localhost:${pagesPort}`;
  const url = `http://localhost:${dashboardPort}`;
  const settings = { PUBLIC_URL: pagesUrl, DASHBOARD_URL: url, SIGNUP: 'open', MAX_EVENT_LOOP_DELAY_MS: '60000' };
  const dashboardFolder = await buildDashboardFiles(scope);
  const api = await openApi(engines.find(({ name }) => name === 'sqlite')!, settings, { dashboardFolder });
  scope.after(() => api.close());
  await api.app.listen({ host: '127.0.0.1', port: pagesPort });
  const dashboard = await api.dashboard();
  await dashboard.listen({ host: '127.0.0.1', port: dashboardPort });
  return { api, browser: await startBrowser(scope), url, pagesUrl };
}

/** Through the screen, up to the first of the steps that follow. */
export async function signUp(tab: Tab, url: string, username: string): Promise<void> {
  await tab.goto(`${url}/sign-up`);
  await tab.getByLabel('Address of your page').fill(username);
  await tab.getByLabel('E-mail').fill(`${username}@example.com`);
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await tab.getByRole('button', { name: 'Continue' }).click();
  await tab.getByRole('heading', { name: 'What are you called?' }).waitFor();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
