// People who use the dashboard in tests: signed in without the screens, where a test is about something else.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page as Tab } from 'playwright-core';
import type { View, Window } from '../support/browser.ts';
import { PASSWORD } from '../support/browser-session.ts';
import { register } from '../support/signed-in.ts';
import type { DashboardSite } from './site.ts';

const PATIENCE_MS = 10_000;

export async function openAs(site: DashboardSite, username: string, view: View = {}): Promise<Window> {
  await register(site.api, username);
  return openAgainAs(site, username, view);
}

/** Another browser of the same person. */
export async function openAgainAs(site: DashboardSite, username: string, view: View = {}): Promise<Window> {
  const window = await site.browser.open(view);
  await signIn(site, window, username);
  return window;
}

/** Windows that tests have left, by site and view. */
const left = new WeakMap<DashboardSite, Map<string, Window[]>>();

/** In the window of the test before, if that has closed it: a new one loads the dashboard without its cache. */
export async function openInTurnAs(site: DashboardSite, username: string, view: View = {}): Promise<Window> {
  await register(site.api, username);
  const ofSite = left.get(site) ?? new Map<string, Window[]>();
  left.set(site, ofSite);
  const windows = ofSite.get(JSON.stringify(view)) ?? [];
  ofSite.set(JSON.stringify(view), windows);
  const window = windows.pop() ?? (await site.browser.open(view));
  const size = window.tab.viewportSize();
  await signIn(site, window, username);
  return {
    ...window,
    async close() {
      await leave(site, window);
      if (size) await window.tab.setViewportSize(size);
      windows.push(window);
    },
  };
}

/** Nothing of one person is there for the next. */
async function leave(site: DashboardSite, { tab, context, forget }: Window): Promise<void> {
  for (const other of context.pages()) if (other !== tab) await other.close();
  await tab.unrouteAll({ behavior: 'ignoreErrors' });
  await tab.evaluate('localStorage.clear(); sessionStorage.clear()');
  // A file of the same origin, because about:blank starts a new process, which compiles all scripts again.
  await tab.goto(`${site.url}/robots.txt`);
  await context.clearCookies();
  forget();
}

async function signIn(site: DashboardSite, window: Window, username: string): Promise<void> {
  const answer = await window.context.request.post(`${site.url}/api/v1/auth/sign-in`, {
    headers: { origin: site.url },
    data: { email: username, password: PASSWORD },
  });
  assert.equal(answer.status(), 200, await answer.text());
}

/** On the screen, or in the dialog over it. */
export async function enterPassword(
  container: Pick<Tab, 'getByLabel' | 'getByRole'>,
  name: string,
  password = PASSWORD,
) {
  await container.getByLabel('E-mail or username').fill(name);
  await container.getByLabel('Password', { exact: true }).fill(password);
  await container.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function seesScreen(tab: Tab, heading: string): Promise<void> {
  await tab.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
}

/** Until the assertion holds: what is saved in the background takes a moment. */
export async function becomes(assertion: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(25);
    }
  }
}
