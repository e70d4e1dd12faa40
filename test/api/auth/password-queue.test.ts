// Passwords are hashed one after the other. Those who guess wait in a queue that others do not need.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPasswords } from '../../../server/domain/sign-in/passwords/passwords.ts';
import { assertError, openApi } from '../../support/api.ts';
import { openBrowser, PASSWORD, signUp } from '../../support/browser-session.ts';
import { engines } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';

describe('Guessing the passwords of many accounts from many networks', () => {
  it('fills the queue of strangers, and the owner of an account gets in', async (t) => {
    const api = await openApi(engines[0]!, {}, { passwords: createPasswords() });
    t.after(() => api.close());
    const guess = (email: string) =>
      openBrowser(api).call('POST /auth/sign-in', { json: { email, password: 'a wrong guess' } });

    const { browser, email } = await signUp(api, 'eve');
    await browser.call('POST /auth/sign-out');
    const guesses = Array.from({ length: 40 }, (_, count) => guess(`somebody-${count}@example.com`));
    await eventually('the queue is full', 30_000, async () => (await guess('one-more@example.com')).status === 503);
    const own = await browser.call('POST /auth/sign-in', { json: { email, password: PASSWORD } });
    assert.equal(own.status, 200, own.text);
    const answers = await Promise.all(guesses);
    const refused = answers.filter(({ status }) => status === 503);
    assert.ok(refused.length >= 20, String(refused.length));
    assert.ok(answers.every(({ status }) => status === 401 || status === 503));
    for (const answer of refused) {
      assertError(answer, 503, 'unavailable');
      assert.equal(answer.headers['retry-after'], '3');
    }
  });
});
