// What the tests of a file share: a service on SQLite with these pages, and a browser to visit them with.
import type { TestContext } from 'node:test';
import { type Browser, startBrowser } from '../support/browser.ts';
import { engines } from '../support/engines.ts';
import { makePages, type PageGiven, type PageMade } from '../support/pages.ts';
import { type Server, startServer } from '../support/server.ts';
import { freshDatabase } from '../support/store.ts';

export interface House {
  browser: Browser;
  server: Server;
  databaseUrl: string;
  /** By username. */
  pages: Map<string, PageMade>;
}

export async function openHouse(scope: TestContext, pages: readonly PageGiven[]): Promise<House> {
  const databaseUrl = await freshDatabase(scope, engines.find(({ name }) => name === 'sqlite')!);
  const made = await makePages(databaseUrl, pages);
  const [server, browser] = await Promise.all([startServer(scope, { DATABASE_URL: databaseUrl }), startBrowser(scope)]);
  return { browser, server, databaseUrl, pages: new Map(pages.map(({ username }, index) => [username, made[index]!])) };
}
