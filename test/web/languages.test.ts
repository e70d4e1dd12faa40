// The dashboard in other languages: which one it is in, every screen in two of them on a phone, and from right to left.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import { violations } from '../browser/axe.ts';
import { sidewaysScroll } from '../browser/visibility.ts';
import type { Window } from '../support/browser.ts';
import { PASSWORD } from '../support/browser-session.ts';
import { suiteScope } from '../support/server.ts';
import { register } from '../support/signed-in.ts';
import { call } from './own-calls.ts';
import { ownScreens, publicScreens } from './screens.ts';
import { type DashboardSite, openDashboardSite } from './site.ts';
import { cutOffTexts, textsIn } from './texts.ts';
import { becomes } from './visitors.ts';

/** For people who work on the dashboard; it is in English. */
const SAMPLES = '/gallery';

describe('The dashboard in other languages', () => {
  const scope = suiteScope();
  let site: DashboardSite;
  before(async () => {
    site = await openDashboardSite(scope);
    await register(site.api, 'lena');
    await fillPage();
  });

  for (const [language, locale, scheme] of [
    ['de', 'de-DE', 'light'],
    ['ar', 'ar', 'dark'],
  ] as const) {
    it(`shows every screen in ${language} on a phone, with nothing cut off`, async () => {
      const window = await site.browser.open({ locale, scheme });
      const { tab } = window;
      const text = textsIn(language);
      await tab.goto(`${site.url}/sign-in`);
      for (const [path, heading] of publicScreens.filter(([path]) => path !== SAMPLES))
        await examine(window, path, text(heading), language);
      await signIn(window);
      await tab.goto(site.url);
      for (const [path, heading] of ownScreens) await examine(window, path, text(heading), language);
      assert.deepEqual(
        window.errors.filter((error) => !error.startsWith('Failed to load resource')),
        [],
      );
      await window.close();
    });
  }

  it('is in the language of the browser for signing in, with no other texts loaded', async () => {
    const window = await site.browser.open({ locale: 'de-AT' });
    const { tab } = window;
    const loaded: string[] = [];
    tab.on('request', (request) => loaded.push(/assets\/(\w\w)-[\w-]+\.js$/.exec(request.url())?.[1] ?? ''));
    await tab.goto(`${site.url}/sign-in`);
    await sees(tab, 'Anmelden');
    await tab.getByLabel('E-Mail oder Benutzername').fill('lena');
    await tab.getByLabel('Passwort', { exact: true }).fill('three wrong words');
    await tab.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await tab.getByText('Die E-Mail-Adresse oder das Passwort ist falsch.').waitFor();
    await tab.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await tab.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await sees(tab, 'Deine Seite');
    assert.deepEqual(await directionOf(tab), ['de', 'ltr']);
    assert.deepEqual([...new Set(loaded)].filter(Boolean), ['de']);
    await window.close();
  });

  it('does without the language of a browser that has no valid one', async () => {
    const window = await site.browser.open();
    const { tab } = window;
    await tab.addInitScript("Object.defineProperty(navigator, 'languages', { value: ['en-US@posix', 'C'] })");
    await signIn(window);
    await tab.goto(`${site.url}/account/sessions`);
    await sees(tab, 'Sessions');
    assert.deepEqual(window.errors, []);
    await window.close();
  });

  it('stays in the language that was chosen on the home page', async () => {
    const { tab, close } = await site.browser.open();
    await tab.goto(`${site.pagesUrl}/?lang=es`);
    await tab.getByLabel('Elige tu dirección').fill('marta');
    await tab.getByRole('button', { name: 'Crear tu página' }).click();
    await sees(tab, 'Crea tu página');
    assert.equal(await tab.locator('[name=username]').inputValue(), 'marta');
    await tab.goto(`${site.pagesUrl}/?lang=de`);
    await tab.getByRole('link', { name: 'Anmelden' }).first().click();
    await sees(tab, 'Anmelden');
    await tab.goto(`${site.url}/sign-in`);
    await sees(tab, 'Anmelden');
    await close();
  });

  it('changes while somebody signs up, and the account keeps the language', async () => {
    const window = await site.browser.open();
    const { tab } = window;
    await tab.goto(`${site.url}/sign-up`);
    await tab.getByLabel('Address of your page').fill('nour');
    await tab.getByLabel('E-mail').fill('nour@example.com');
    await tab.getByRole('button', { name: 'Language: English' }).click();
    await tab.getByRole('menuitemradio', { name: 'العربية' }).click();
    await sees(tab, 'إنشاء صفحتك');
    assert.deepEqual(await directionOf(tab), ['ar', 'rtl']);
    assert.equal(await tab.getByLabel('البريد الإلكتروني').inputValue(), 'nour@example.com');
    await tab.getByLabel('كلمة المرور', { exact: true }).fill(PASSWORD);
    await tab.getByRole('button', { name: 'متابعة' }).click();
    await tab.getByText('الخطوة 1 من 3').waitFor();
    assert.equal((await call(window, site, 'GET /account/settings')).language, 'ar');
    await window.close();
  });

  it('changes in the settings without a reload, and follows the account to another browser', async () => {
    const window = await site.browser.open({ width: 1280 });
    const { tab } = window;
    await signIn(window);
    await tab.goto(`${site.url}/account/settings`);
    await tab.evaluate('window.isSamePage = true');
    await tab.getByRole('combobox', { name: 'Language', exact: true }).selectOption({ label: 'العربية' });
    await sees(tab, 'الإعدادات');
    assert.deepEqual(await directionOf(tab), ['ar', 'rtl']);
    assert.equal(await tab.title(), 'الإعدادات · Fingerpost');
    assert.equal(await tab.evaluate('window.isSamePage'), true);

    const other = await site.browser.open({ locale: 'de-DE' });
    await signIn(other);
    await other.tab.goto(`${site.url}/account/settings`);
    await sees(other.tab, 'الإعدادات');
    await other.tab.getByRole('combobox', { name: 'اللغة', exact: true }).selectOption('');
    await sees(other.tab, 'Einstellungen');
    await becomes(async () => assert.equal((await call(other, site, 'GET /account/settings')).language, null));
    await tab.reload();
    await sees(tab, 'Settings');
    await Promise.all([window.close(), other.close()]);
  });

  it('is used with the keys of its direction', async () => {
    const { tab, close } = await site.browser.open({ locale: 'ar' });
    await tab.goto(site.url + SAMPLES);
    const tabs = tab.getByRole('tablist').first().getByRole('tab');
    await tabs.first().focus();
    await tab.keyboard.press('ArrowLeft');
    assert.equal(await tabs.nth(1).getAttribute('aria-selected'), 'true');
    await tab.keyboard.press('ArrowRight');
    assert.equal(await tabs.first().getAttribute('aria-selected'), 'true');
    const [first, second] = await Promise.all([tabs.first().boundingBox(), tabs.nth(1).boundingBox()]);
    assert.ok(first!.x > second!.x);
    await close();
  });

  it('sets the language of the page, which can be undone', async () => {
    const window = await site.browser.open({ width: 1280 });
    const { tab } = window;
    await signIn(window);
    await tab.goto(`${site.url}/sharing`);
    await tab.getByLabel('Language', { exact: true }).selectOption({ label: 'العربية' });
    await pageIs('ar', 'rtl');
    await tab.getByRole('button', { name: 'Undo: Language of the page' }).click();
    await pageIs('en', 'ltr');

    await tab.getByLabel('Language', { exact: true }).selectOption({ label: 'Another language' });
    await tab.getByLabel('Language tag').fill('nonsense!');
    await tab.keyboard.press('Enter');
    await tab.getByText('This is no language tag.').waitFor();
    await tab.getByLabel('Language tag').fill('NL-be');
    await tab.keyboard.press('Enter');
    await tab.getByText('Flemish').waitFor();
    await pageIs('nl-BE', 'ltr');
    await window.close();

    async function pageIs(language: string, direction: string): Promise<void> {
      await becomes(async () => {
        const html = await (await window.context.request.get(`${site.pagesUrl}/lena`)).text();
        assert.match(html, new RegExp(`<html lang="${language}" dir="${direction}"`));
      });
    }
  });

  async function examine(window: Window, path: string, heading: string, language: string): Promise<void> {
    const { tab } = window;
    await tab.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
    await sees(tab, heading);
    await tab.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    const direction = language === 'ar' ? 'rtl' : 'ltr';
    assert.deepEqual(await directionOf(tab), [language, direction], path);
    assert.equal(await sidewaysScroll(tab), 0, path);
    assert.deepEqual(await cutOffTexts(tab), [], path);
    if (language === 'ar') assert.deepEqual(await violations(tab), [], path);
  }

  async function signIn({ context }: Window): Promise<void> {
    const data = { email: 'lena', password: PASSWORD };
    const answer = await context.request.post(`${site.url}/api/v1/auth/sign-in`, {
      headers: { origin: site.url },
      data,
    });
    assert.equal(answer.status(), 200);
  }

  /** Something on every screen, in both directions. */
  async function fillPage(): Promise<void> {
    const window = await site.browser.open();
    await signIn(window);
    const caption = 'Everything that I have ever made, in one very long list';
    const items = [
      { link: 'https://example.com/a/long/path/to/some/thing', content: { caption } },
      { link: 'https://example.com/ar', content: { caption: 'خريطة دروب الوادي، 3 كم' } },
    ];
    await call(window, site, 'POST /blocks', { block: 'links', name: 'Links', items });
    await call(window, site, 'POST /blocks', { block: 'contact_form', name: 'Write to me' });
    await call(window, site, 'POST /pixels', {
      name: 'Readers',
      type: 'quora',
      pixel_id: '0123456789abcdef'.repeat(2),
    });
    await window.close();
  }
});

async function sees(tab: Tab, heading: string): Promise<void> {
  await tab.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
}

async function directionOf(tab: Tab): Promise<[string, string]> {
  const root = tab.locator('html');
  return [(await root.getAttribute('lang')) ?? '', (await root.getAttribute('dir')) ?? ''];
}
