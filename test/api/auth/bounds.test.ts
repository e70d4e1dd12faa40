// What one person can do again and again has a bound: mails, and what is stored.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setPassword } from '../../../server/storage/people/credentials.ts';
import { type Api, openApi } from '../../support/api.ts';
import { openBrowser, PASSWORD } from '../../support/browser-session.ts';
import { engines } from '../../support/engines.ts';
import { enqueuedJobsDone } from '../../support/jobs.ts';
import { mailsTo } from '../../support/mail.ts';
import { quickHash } from '../../support/quick-passwords.ts';
import { answered, NEW_PASSWORD, provenPerson } from '../../support/recovery.ts';
import { totpCode } from '../../support/totp.ts';

for (const engine of engines) {
  describe(`Bounds of one person on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine, { RATE_LIMIT: '0' });
    });
    after(() => api.close());

    it('are those of all changes that are mailed together', async () => {
      const { browser, id } = await provenPerson(api, 'ada');
      const { secret } = await answered(browser, 'POST /two-factor');
      for (let count = 0; count < 100; count += 1) {
        await answered(browser, 'POST /account/delete', { username: 'ada' });
        await answered(browser, 'POST /account/delete/cancel');
        await answered(browser, 'POST /account/password', { password: NEW_PASSWORD, current_password: PASSWORD });
        await api.store.write(id, (tx) => setPassword(tx, id, { id: 1, hash: quickHash(PASSWORD) }));
      }
      const changes = [
        ['POST /account/delete', { username: 'ada' }],
        ['POST /account/password', { password: NEW_PASSWORD, current_password: PASSWORD }],
        ['POST /two-factor/confirm', { code: totpCode(secret, api.clock.now) }],
      ] as const;
      for (const [request, json] of changes) {
        const { status, text } = await browser.call(request, { json });
        assert.equal(status, 429, `${request}: ${text}`);
      }
    });

    it('keep the announcements of new browsers from filling a mailbox', async () => {
      const { email } = await provenPerson(api, 'bea');
      for (let count = 0; count < 60; count += 1) {
        await answered(openBrowser(api), 'POST /auth/sign-in', { email, password: PASSWORD });
      }
      await enqueuedJobsDone(api.store);
      const announced = mailsTo(api.config.dataDir, email).filter(({ subject }) => /sign-in/i.test(subject));
      assert.equal(announced.length, 50);
    });

    it('are those of a browser’s name as well', async () => {
      const { email, id } = await provenPerson(api, 'cleo');
      const browser = openBrowser(api, { agent: `Mozilla/5.0 ${'x'.repeat(15_000)}` });
      await answered(browser, 'POST /auth/sign-in', { email, password: PASSWORD });
      const own = api.store.read.selectFrom('session').select('agent').where('person_id', '=', id);
      const lengths = (await own.execute()).map(({ agent }) => agent.length);
      assert.equal(Math.max(...lengths), 500);
    });
  });
}
