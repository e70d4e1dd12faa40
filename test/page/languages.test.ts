// The languages of public pages, of the home page and of notices, on both stores.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type Account, type Api, openApi } from '../support/api.ts';
import { freshAddress } from '../support/browser-session.ts';
import { enginesOf } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { mailsTo } from '../support/mail.ts';

for (const engine of enginesOf(import.meta.url)) {
  describe(`Languages on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine, { TRUST_PROXY: '1' });
    });
    after(() => api.close());

    async function made(account: Account, request: string, json: object) {
      const { status, text, body } = await api.call(request, { key: account.key, json });
      assert.equal(status, 200, text);
      return body.response;
    }

    async function accountIn(username: string, language: string): Promise<Account> {
      const account = await api.account(username);
      await made(account, 'POST /user/options', { language });
      return account;
    }

    const get = (url: string, acceptLanguage?: string, headers: Record<string, string> = {}) =>
      api.app.inject({
        url,
        headers: { accept: 'text/html', ...headers, ...(acceptLanguage && { 'accept-language': acceptLanguage }) },
      });
    const post = (url: string, fields: Record<string, string>, accept = 'text/html') =>
      api.app.inject({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'accept-language': 'de',
          'x-forwarded-for': freshAddress(),
          accept,
        },
        payload: new URLSearchParams(fields).toString(),
      });

    it('a form in Arabic: its labels, errors and thanks', async () => {
      const noor = await accountIn('noor', 'ar-EG');
      const { id } = await made(noor, 'POST /blocks', { block: 'contact_form' });
      // Whatever the visitor's browser prefers.
      const page = await get('/noor', 'de');
      assert.match(page.body, /<html lang="ar-EG" dir="rtl"/);
      for (const words of ['اسمك', 'بريدك الإلكتروني', 'رسالتك', '>إرسال<', 'صُنعت باستخدام Fingerpost']) {
        assert.ok(page.body.includes(words), words);
      }
      assert.doesNotMatch(page.body, /Your name|>Send<|Made with/);
      assert.doesNotMatch(String(page.headers.vary), /language/i);

      const invalid = await post(`/noor/forms/${id}`, { name: 'Gil', email: 'gil', message: '' });
      assert.equal(invalid.statusCode, 422);
      assert.match(invalid.body, /<html lang="ar" dir="rtl">/);
      assert.equal(invalid.headers['content-language'], 'ar');
      assert.match(invalid.body, /يُرجى ملء «رسالتك»\./);
      assert.match(invalid.body, /يجب أن يكون «بريدك الإلكتروني» بالشكل name@example\.com\./);
      assert.match(invalid.body, /العودة إلى الصفحة/);

      const sent = await post(`/noor/forms/${id}`, { name: 'Gil', email: 'gil@example.com', message: 'Hi' });
      assert.equal(sent.headers.location, `/noor/forms/${id}/sent`);
      const thanks = await get(`/noor/forms/${id}/sent`);
      assert.match(thanks.body, /شكرًا لك\. أُرسلت رسالتك\./);
    });

    it('errors of a form as JSON are in English', async () => {
      const jana = await accountIn('jana', 'de');
      const { id } = await made(jana, 'POST /blocks', { block: 'signup' });
      const answer = await post(`/jana/forms/${id}`, { email: 'gil' }, 'application/json');
      assert.equal(answer.json().response, '“Your e-mail address” must look like name@example.com.');
      assert.match((await get('/jana')).body, /<label for="f\d+">Deine E-Mail-Adresse<\/label>/);
    });

    it('what the owner wrote stays as it is', async () => {
      const kai = await accountIn('kai', 'de');
      const content = { button: 'Los!', fields: [{ name: 'name', label: 'Rufname' }] };
      await made(kai, 'POST /blocks', { block: 'contact_form', blocks: { content } });
      const { body } = await get('/kai');
      assert.match(body, /Rufname <small>\(optional\)<\/small>/);
      assert.match(body, /<button class="btn">Los!<\/button>/);
    });

    it('a page in a language without a catalogue has English words', async () => {
      await accountIn('sanne', 'nl');
      const { body } = await get('/sanne');
      assert.match(body, /<html lang="nl" dir="ltr"/);
      assert.match(body, /<footer lang="en"><a href="\/">Made with Fingerpost<\/a>/);
      await accountIn('dov', 'he');
      assert.match((await get('/dov')).body, /<html lang="he" dir="rtl"[\s\S]*<footer lang="en" dir="ltr">/);
    });

    it('a page changes with its language, on every way to it', async () => {
      const mia = await api.account('mia');
      const countdown = { until: '2027-03-01T18:30:00Z' };
      await made(mia, 'POST /blocks', { block: 'countdown', blocks: { content: countdown } });
      const zipped = { 'accept-encoding': 'gzip' };
      const unzipped = async () => gunzipSync((await get('/mia', undefined, zipped)).rawPayload).toString();
      for (let time = 0; time < 2; time += 1) assert.match(await unzipped(), /Made with Fingerpost/);
      assert.match((await get('/mia')).body, /1 March 2027/);
      await made(mia, 'POST /user/options', { language: 'de' });
      for (let time = 0; time < 2; time += 1) assert.match(await unzipped(), /Erstellt mit Fingerpost/);
      const { body } = await get('/mia');
      assert.match(body, /<html lang="de"/);
      assert.match(body, /data-u="T h m s" data-done="Es ist so weit\.">1\. März 2027<\/time>/);
      await made(mia, 'POST /user/options', { language: null });
      assert.match(await unzipped(), /Made with Fingerpost/);
    });

    it('notices about a page are in its language, others in that of the browser', async () => {
      await accountIn('ines', 'es');
      const noLink = await get('/ines/nothing', 'ja');
      assert.equal(noLink.statusCode, 404);
      assert.match(noLink.body, /<html lang="es" dir="ltr">[\s\S]*Este enlace no existe/);
      assert.equal(noLink.headers.vary, undefined);
      const noPage = await get('/nobody-here', 'nl,fr-CH;q=0.8,de;q=0.9');
      assert.match(noPage.body, /<html lang="de" dir="ltr">[\s\S]*Diese Seite gibt es nicht/);
      assert.equal(noPage.headers.vary, 'Accept-Language');
      assert.equal(noPage.headers['content-language'], 'de');
      assert.match((await get('/nobody-here')).body, /There is no such page/);
      assert.match((await get('/ines/forms/1', 'ja')).body, /Este formulario no existe en la página\./);
      assert.match((await get('/docs/nothing', 'pt')).body, /A referência da API não tem página neste endereço\./);
      assert.match((await get('/ines/qr.svg')).body, /aria-label="Código QR de /);
    });

    it('errors of the API are in English', async () => {
      const answer = await get('/api/v1/nothing', 'de');
      assert.equal(answer.json().response, 'Nothing was found at this address.');
    });

    it('a visitor confirms an address in the language of the page', async () => {
      const amal = await accountIn('amal', 'ar');
      const { id } = await made(amal, 'POST /blocks', { block: 'signup', settings: { confirm: true } });
      assert.equal((await post(`/amal/forms/${id}`, { email: 'gil@example.com' })).statusCode, 303);
      await eventually('the mail is there', 5000, () => mailsTo(api.config.dataDir, 'gil@example.com').length === 1);
      const [mail] = mailsTo(api.config.dataDir, 'gil@example.com');
      assert.match(mail!.html, /<html lang="ar" dir="rtl">/);
      assert.match(mail!.text, /أدخل شخص ما هذا العنوان في نموذج على links\.example\/amal\./);
    });

    it('the home page is in the language of the browser, or in the one that its address names', async () => {
      const english = await get('/');
      assert.match(english.body, /<html lang="en" dir="ltr">[\s\S]*All your links\. One page of your own\./);
      const japanese = await get('/', 'ja-JP,en;q=0.5');
      assert.match(japanese.body, /<html lang="ja" dir="ltr">[\s\S]*すべてのリンクを、自分だけのページに。/);
      assert.equal(japanese.headers['content-language'], 'ja');
      assert.equal(japanese.headers.vary, 'accept-encoding, accept-language');
      assert.match(japanese.body, /<link rel="canonical" href="https:\/\/links\.example\/">/);
      assert.notEqual(japanese.headers.etag, english.headers.etag);
      const chosen = await get('/?lang=ja', 'de');
      assert.match(chosen.body, /<html lang="ja" dir="ltr">/);
      assert.match(chosen.body, /<link rel="canonical" href="https:\/\/links\.example\/\?lang=ja">/);
      assert.match(
        chosen.body,
        /<a href="\/\?lang=ja" hreflang="ja" lang="ja" dir="auto" aria-current="true">日本語<\/a>/,
      );
      const alternates = [...chosen.body.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)];
      assert.deepEqual(
        alternates.map(([, language, href]) => `${language} ${href}`),
        [
          ...['en', 'de', 'es', 'fr', 'pt', 'ja', 'ar'].map((tag) => `${tag} https://links.example/?lang=${tag}`),
          'x-default https://links.example/',
        ],
      );
      assert.match((await get('/', 'ar')).body, /<html lang="ar" dir="rtl">/);
      assert.match((await get('/?lang=xx', 'de')).body, /<html lang="de"/);
      assert.equal((await get('/')).body, english.body, 'nobody gets what others were shown');
      const known = { 'if-none-match': String(english.headers.etag) };
      assert.equal((await get('/', 'de', known)).statusCode, 200);
      assert.equal((await get('/', 'en', known)).statusCode, 304);
    });
  });
}
