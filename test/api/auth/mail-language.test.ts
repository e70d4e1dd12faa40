// Mails are in the language of the account, or else in that of the browser that caused them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { weeklySummaryMessage } from '../../../server/mail/notification-messages.ts';
import { type Api, openApi } from '../../support/api.ts';
import { openBrowser, PASSWORD } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { mailsTo, mailTo, type ReadMail } from '../../support/mail.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`The language of mails on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    async function signUp(username: string, language: string | undefined) {
      const browser = openBrowser(api);
      const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language };
      const json = { username, email: `${username}@example.com`, password: PASSWORD };
      const answer = await browser.call('POST /auth/sign-up', { json, headers });
      assert.equal(answer.status, 200, answer.text);
      return browser;
    }

    const languageOf = async (browser: Awaited<ReturnType<typeof signUp>>) =>
      (await browser.call('GET /account/settings')).body.response.language;
    const recover = (email: string, language: string) =>
      openBrowser(api).call('POST /auth/recover', { json: { email }, headers: { 'accept-language': language } });
    const lastTo = async (email: string, count: number): Promise<ReadMail> => {
      await eventually(`mail ${count}`, 5000, () => mailsTo(api.config.dataDir, email).length === count);
      return mailsTo(api.config.dataDir, email).at(-1)!;
    };

    it('is that of the browser that signed up, from then on', async () => {
      const browser = await signUp('jana', 'de-AT,de;q=0.9,en;q=0.8');
      const mail = await mailTo(api.config.dataDir, 'jana@example.com', 'Bestätige deine E-Mail-Adresse');
      assert.match(mail.text, /^Willkommen bei Fingerpost, jana\.\n\nBitte bestätige/);
      assert.match(mail.html, /<html lang="de" dir="ltr">/);
      assert.equal(await languageOf(browser), 'de');
      await recover('jana@example.com', 'en');
      assert.match((await lastTo('jana@example.com', 2)).text, /Passwort deines Kontos „jana“/);
    });

    it('is that of the request while the account has none', async () => {
      const browser = await signUp('bea', 'en-US');
      assert.equal(await languageOf(browser), null);
      assert.match((await lastTo('bea@example.com', 1)).text, /Welcome to Fingerpost, bea\./);
      await recover('bea@example.com', 'ar');
      const mail = await lastTo('bea@example.com', 2);
      assert.match(mail.text, /كلمة مرور حسابك «bea»/);
      assert.match(mail.html, /<html lang="ar" dir="rtl">/);
      assert.match(mail.html, /<table role="presentation" dir="rtl"/);
    });

    it('is the one that the owner chose', async () => {
      const browser = await signUp('cleo', undefined);
      await browser.call('POST /account/settings', { json: { language: 'fr' } });
      await recover('cleo@example.com', 'de');
      assert.match((await lastTo('cleo@example.com', 2)).text, /votre compte «\u202fcleo\u202f»/);
    });
  });
}

describe('The weekly summary', () => {
  const summary = {
    page: 'links.example/ada',
    firstDay: '2026-11-09',
    lastDay: '2026-11-15',
    week: { visits: 1234, unique: 2, clicks: 1 },
    before: { visits: 1000, unique: 0, clicks: 1 },
    links: [{ slug: 'shop', clicks: 1 }],
    referrers: [{ key: '', name: 'Direct / unknown', visits: 3 }],
    statisticsUrl: 'https://my.links.example/stats',
  };
  const written = (language: string) =>
    weeklySummaryMessage({ to: 'ada@example.com', language, unsubscribeUrl: 'https://x.example/', id: '1' }, summary);

  it('has dates and numbers as people write them', () => {
    const { subject, text } = written('de');
    assert.equal(subject, 'Deine Woche: 1.234 Besuche');
    assert.match(text, /links\.example\/ada, 9\.–15\. November 2026, verglichen mit der Woche davor\./);
    assert.match(
      text,
      /Besuche: 1\.234 \(\+23\s%\)\nEindeutige Besucher: 2 \(vorher keine\)\nKlicks: 1 \(unverändert\)/,
    );
    assert.match(text, /Beliebteste Links\n {2}shop: 1 Klick/);
    assert.match(text, /Wichtigste Referrer\n {2}Direkt \/ unbekannt: 3 Besuche/);
  });

  it('has its columns on the other side from right to left', () => {
    assert.match(written('ar').html, /<td align="left" style="[^"]*">نقرة واحدة<\/td>/);
    assert.match(written('en').html, /<td align="right" style="[^"]*">1 click<\/td>/);
  });
});
