// Every screen of the dashboard: axe in both schemes, narrow windows, and nothing that the policy forbids.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { violationsInSchemes } from '../browser/axe.ts';
import { sidewaysScroll } from '../browser/visibility.ts';
import type { Window } from '../support/browser.ts';
import { suiteScope } from '../support/server.ts';
import { type DashboardSite, openDashboardSite, signUp } from './site.ts';

const publicScreens: readonly [path: string, heading: string][] = [
  ['/sign-in', 'Sign in'],
  ['/sign-in/link?token=unknown', 'This link does not work'],
  ['/sign-up', 'Make your page'],
  ['/recover', 'Forgot your password?'],
  ['/reset?token=unknown', 'Choose a new password'],
  ['/verify?token=unknown', 'That did not work'],
  ['/email/confirm?token=unknown', 'That did not work'],
  ['/email/undo?token=unknown', 'Keep your old address?'],
  ['/invite?token=unknown', 'This invitation does not work'],
  ['/gallery', 'Gallery'],
];

const ownScreens: readonly [path: string, heading: string][] = [
  ['/welcome', 'What are you called?'],
  ['/welcome/links', 'Add your links'],
  ['/welcome/look', 'Choose a look'],
  ['/welcome/done', 'Your page is online'],
  ['/', 'Your page'],
  ['/account', 'Account'],
  ['/account/profile', 'Profile'],
  ['/account/email', 'E-mail'],
  ['/account/password', 'Password'],
  ['/account/passkeys', 'Passkeys'],
  ['/account/two-factor', 'Two-factor'],
  ['/account/sessions', 'Sessions'],
  ['/account/keys', 'API keys'],
  ['/account/data', 'Your data'],
];

describe('The screens of the dashboard', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  let signedOut: Window;
  let signedIn: Window;
  before(async () => {
    site = await openDashboardSite(scope);
    signedOut = await site.browser.open();
    signedIn = await site.browser.open();
    await signUp(signedIn.tab, site.url, 'ada');
  });

  for (const [path, heading] of publicScreens) it(`${path} has no violations`, () => examine(signedOut, path, heading));
  for (const [path, heading] of ownScreens)
    it(`${path} has no violations, signed in`, () => examine(signedIn, path, heading));

  async function examine(window: Window, path: string, heading: string): Promise<void> {
    const { tab } = window;
    window.forget();
    await tab.setViewportSize({ width: 1280, height: 800 });
    await tab.goto(site.url + path);
    await tab.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await tab.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    assert.equal(await tab.title(), `${heading} · Fingerpost`);
    assert.deepEqual(await violationsInSchemes(tab), []);
    for (const width of [320, 390]) {
      await tab.setViewportSize({ width, height: 640 });
      assert.equal(await sidewaysScroll(tab), 0, `${width} pixels`);
    }
    assert.deepEqual(await violationsInSchemes(tab), []);
    assert.deepEqual([window.foreign, window.forbidden], [[], []]);
  }
});
