// The page editor of the demo account in a real browser, on a service in a process of its own.

import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page as Tab } from 'playwright-core';
import { startBrowser } from '../../test/support/browser.ts';
import { engines } from '../../test/support/engines.ts';
import { freePort } from '../../test/support/free-port.ts';
import { startServer } from '../../test/support/server.ts';
import { freshDatabase } from '../../test/support/store.ts';

export interface EditorSite {
  tab: Tab;
  /** Replaces the page, and opens the editor. */
  open(blocks: readonly object[]): Promise<void>;
}

/** What was drawn, saved and fetched last is out of the way. */
const REST_MS = 1500;

export async function openEditorSite(scope: TestContext): Promise<EditorSite> {
  const databaseUrl = await freshDatabase(scope, engines.find(({ name }) => name === 'sqlite')!);
  const port = await freePort();
  const settings = { DATABASE_URL: databaseUrl, DASHBOARD_PORT: String(port), DEMO: 'on', RATE_LIMIT: '0' };
  const { wrote } = await startServer(scope, settings);
  const [link] = await wrote(/http:\S+\/sign-in\/link\?token=\S+/);
  const { tab } = await (await startBrowser(scope)).open({ width: 1280, height: 900 });
  await tab.goto(link);
  await tab.getByRole('heading', { level: 1, name: 'Your page' }).waitFor();
  return { tab, open };

  async function open(blocks: readonly object[]): Promise<void> {
    const body = JSON.stringify({ document: { version: 1, blocks }, mode: 'replace' });
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body };
    const answer = await tab.evaluate(
      `fetch('/api/v1/page/import', ${JSON.stringify(request)}).then((answer) => answer.text())`,
    );
    if (!/^{"status":true/.test(String(answer))) throw new Error(String(answer));
    await tab.goto(`http://localhost:${port}/`);
    await tab.locator('[data-part=main]').first().waitFor();
    await sleep(REST_MS);
  }
}

/** Blocks of links: "Link 0-0", "Link 0-1" and so on. */
export function linkBlocks(count: number, items: number): object[] {
  return Array.from({ length: count }, (_, block) => ({
    block: 'links',
    name: `Block ${block}`,
    items: Array.from({ length: items }, (_, item) => ({
      caption: `Link ${block}-${item}`,
      link: `https://links.example/${block}/${item}`,
    })),
  }));
}
