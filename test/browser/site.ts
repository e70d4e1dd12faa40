// The app on SQLite with some pages, and a browser to visit them, shared by the tests of a file.
import type { TestContext } from 'node:test';
import { openApi } from '../support/api.ts';
import { type Browser, startBrowser } from '../support/browser.ts';
import { engines } from '../support/engines.ts';
import { makePages, type PageGiven, type PageMade } from '../support/pages/pages.ts';

export interface Site {
  browser: Browser;
  url: string;
  databaseUrl: string;
  /** By username. */
  pages: Map<string, PageMade>;
}

export async function openSite(
  scope: TestContext,
  pages: readonly PageGiven[],
  environment: Record<string, string> = {},
  browserFlags: readonly string[] = [],
): Promise<Site> {
  // Without a PUBLIC_URL, pages use the request host. The busy browser must not trigger overload protection.
  const settings = { PUBLIC_URL: '', MAX_EVENT_LOOP_DELAY_MS: '60000', ...environment };
  const api = await openApi(engines.find(({ name }) => name === 'sqlite')!, settings);
  scope.after(() => api.close());
  const { databaseUrl } = api.config;
  const made = await makePages(databaseUrl, pages);
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const browser = await startBrowser(scope, browserFlags);
  const byUsername = new Map(pages.map(({ username }, index) => [username, made[index]!]));
  return { browser, url, databaseUrl, pages: byUsername };
}
