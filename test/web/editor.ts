// The page editor in a real browser: a page made through the API, and what the API then says about it.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page as Tab } from 'playwright-core';
import type { View, Window } from '../support/browser.ts';
import type { DashboardSite } from './site.ts';
import { openInTurnAs } from './visitors.ts';

export interface EditorWindow extends Window {
  /** Through the API, with the session of the browser. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  call(path: string, fields?: unknown): Promise<any>;
  /** The captions of the items of a block, in order; by its position on the page. */
  captions(block?: number): Promise<(string | null)[]>;
  types(): Promise<string[]>;
  publicPage(): Promise<string>;
}

export const link = (caption: string) => ({
  content: { caption },
  link: `https://${caption.toLowerCase().replaceAll(' ', '-')}.example/`,
});

export async function openEditor(
  site: DashboardSite,
  username: string,
  blocks: readonly object[] = [],
  view: View = { width: 1280 },
): Promise<EditorWindow> {
  const window = await openInTurnAs(site, username, view);
  const { request } = window.context;
  const call = async (path: string, fields?: unknown) => {
    const url = `${site.url}/api/v1${path}`;
    const headers = { origin: site.url };
    const answer =
      fields === undefined ? await request.get(url, { headers }) : await request.post(url, { headers, data: fields });
    const text = await answer.text();
    assert.ok(answer.ok(), `${path} ${text}`);
    return JSON.parse(text).response;
  };
  for (const block of blocks) await call('/blocks', block);
  const editor: EditorWindow = {
    ...window,
    call,
    captions: async (block = 0) =>
      ((await call('/blocks?results_per_page=100'))[block]?.items ?? []).map(
        ({ content }: { content: { caption: string | null } }) => content.caption,
      ),
    types: async () => (await call('/blocks?results_per_page=100')).map(({ block }: { block: string }) => block),
    publicPage: async () => (await request.get(`${site.pagesUrl}/${username}`)).text(),
  };
  await openPage(editor.tab, site);
  return editor;
}

export async function openPage(tab: Tab, site: DashboardSite): Promise<void> {
  await tab.goto(`${site.url}/`);
  await addField(tab).waitFor();
}

export const addField = (tab: Tab) => tab.getByRole('textbox', { name: 'Paste a link or search for a block' });

/** The button of a row that opens it. */
export const row = (tab: Tab, name: string) => tab.locator('[data-part=main]').filter({ hasText: name });

export const handle = (tab: Tab, name: string) => tab.getByRole('button', { name: `Move ${name}`, exact: true });

/** If several rows have the name: which one, from 0. */
export async function choose(tab: Tab, name: string, action: string, index = 0): Promise<void> {
  await tab
    .getByRole('button', { name: `Actions for ${name}`, exact: true })
    .nth(index)
    .click();
  await tab.getByRole('menuitem', { name: action, exact: true }).click();
}

/** The names of the rows on the screen, in order. */
export function shownRows(tab: Tab): Promise<string[]> {
  return tab.locator('[data-item] [data-part=main] [class*=name]').allTextContents();
}

export async function paste(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.evaluate((input, given) => {
    const { DataTransfer, ClipboardEvent } = input.ownerDocument.defaultView as unknown as {
      DataTransfer: new () => { setData(type: string, text: string): void };
      ClipboardEvent: new (type: string, init: object) => Event;
    };
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

const PATIENCE_MS = 10_000;
const PAUSE_MS = 40;

/** Reads until it is as expected. */
export async function waitUntil<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const actual = await read();
    if (isDeepStrictEqual(actual, expected)) return;
    if (Date.now() > deadline) assert.deepEqual(actual, expected);
    await sleep(PAUSE_MS);
  }
}

export function hasFocus(part: Locator): Promise<boolean> {
  return part.evaluate((element) => element.ownerDocument.activeElement === element);
}

/** Everything is saved. */
export async function saved(tab: Tab): Promise<void> {
  await tab.getByText(/^Saved \d/).waitFor();
}
