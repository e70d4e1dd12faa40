// Passwords are hashed one after the other. Whoever fills the queue waits for themselves: everybody else takes turns with them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createPasswords } from '../../../server/domain/sign-in/passwords/passwords.ts';
import { type Answer, type Api, assertError, openApi } from '../../support/api.ts';
import {
  type Browser,
  freshAddress,
  openBrowser,
  PASSWORD,
  type Person,
  signUp,
} from '../../support/browser-session.ts';
import { engines } from '../../support/engines.ts';
import { eventually } from '../../support/eventually.ts';
import { listenOn } from '../../support/live-stream.ts';

const times = <T>(count: number, make: (number: number) => T): T[] =>
  Array.from({ length: count }, (_, number) => make(number));

describe('The queue for passwords', () => {
  let api: Api;
  let people: Person[];
  before(async () => {
    api = await openApi(
      engines[0]!,
      { TRUST_PROXY: '1', MAX_EVENT_LOOP_DELAY_MS: '60000' },
      { passwords: createPasswords() },
    );
    people = await Promise.all(times(5, (number) => signUp(api, `person-${number}`)));
  });
  after(() => api.close());

  const signIn = (browser: Browser, email: string, password = PASSWORD): Promise<Answer> =>
    browser.call('POST /auth/sign-in', { json: { email, password } });
  const guess = (number: number, ip?: string) =>
    signIn(openBrowser(api, ip === undefined ? {} : { ip }), `somebody-${number}@example.com`, 'a wrong guess');
  /** Until as many of these wait as may. */
  async function untilRefused(flood: readonly Promise<Answer>[]): Promise<void> {
    const isRefused = flood.map(async (answer) => assert.equal((await answer).status, 503));
    await Promise.any(isRefused);
  }
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);

  it('is not filled by one account with many device cookies', async () => {
    const { email } = await signUp(api, 'mallory');
    const ip = freshAddress();
    const devices = times(6, () => openBrowser(api, { ip }));
    for (const device of devices) assert.equal((await signIn(device, email)).status, 200);
    const flood = devices.flatMap((device) => times(5, () => signIn(device.copy(), email)));
    await untilRefused(flood);
    const strangers = people.map((person) => signIn(openBrowser(api), person.email));
    const known = people.map((person) => signIn(person.browser.copy(), person.email));
    assert.deepEqual(statuses(await Promise.all(strangers)), [200, 200, 200, 200, 200]);
    assert.deepEqual(statuses(await Promise.all(known)), [200, 200, 200, 200, 200]);
    const answers = await Promise.all(flood);
    const refused = answers.filter(({ status }) => status === 503);
    assert.ok(refused.length >= 10, String(refused.length));
    assert.ok(answers.every(({ status }) => status === 200 || status === 503));
    for (const answer of refused) {
      assertError(answer, 503, 'unavailable');
      assert.equal(answer.headers['retry-after'], '3');
    }
  });

  it('is not filled by one IPv6 /48', async () => {
    const guesses = times(60, (number) => guess(number, `2001:db8:5:${number.toString(16)}::1`));
    await untilRefused(guesses);
    const strangers = people.map((person) => signIn(openBrowser(api), person.email));
    assert.deepEqual(statuses(await Promise.all(strangers)), [200, 200, 200, 200, 200]);
    assert.ok(statuses(await Promise.all(guesses)).every((status) => status === 401 || status === 503));
  });

  it('lets the owner in while many networks guess', async () => {
    let answered = 0;
    const guesses = times(40, async (number) => {
      const { status } = await guess(number);
      answered += 1;
      return status;
    });
    const { email, browser } = people[0]!;
    assert.equal((await signIn(browser.copy(), email)).status, 200);
    assert.ok(answered < 40, 'the owner did not wait for all guesses');
    assert.deepEqual(new Set(await Promise.all(guesses)), new Set([401]));
  });

  it('does not make the service look busy', async () => {
    const dashboard = await api.dashboard();
    const port = await listenOn(dashboard);
    let answered = 0;
    const guesses = times(40, async (number) => {
      const body = JSON.stringify({ email: `somebody-${number}@example.com`, password: 'a wrong guess' });
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/auth/sign-in`, {
        method: 'POST',
        headers: { ...headers, 'x-forwarded-for': freshAddress() },
        body,
      });
      answered += 1;
      return response.status;
    });
    await eventually('the others wait', 60_000, () => answered >= 3 && answered <= 30 && dashboard.inFlight() <= 2);
    assert.deepEqual(new Set(await Promise.all(guesses)), new Set([401]));
  });
});
