// Two-factor authentication: codes of an authenticator app, and recovery codes.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Api, assertError, openApi } from '../../support/api.ts';
import { type Browser, openBrowser, PASSWORD } from '../../support/browser-session.ts';
import { enginesOf } from '../../support/engines.ts';
import { type Member, register, signedIn } from '../../support/signed-in.ts';
import { totpCode } from '../../support/totp.ts';

const SECOND = 1_000_000;
const wrong = '000000';

describe('The authenticator app of these tests', () => {
  it('shows what RFC 6238 has in its appendix B, to six digits', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    assert.equal(totpCode(secret, 59 * SECOND), '287082');
    assert.equal(totpCode(secret, 1_111_111_109 * SECOND), '081804');
    assert.equal(totpCode(secret, 20_000_000_000 * SECOND), '353130');
  });
});

for (const engine of enginesOf(import.meta.url)) {
  describe(`Two-factor authentication on ${engine.name}`, () => {
    let api: Api;
    before(async () => {
      api = await openApi(engine);
    });
    after(() => api.close());

    const code = (secret: string) => totpCode(secret, api.clock.now);
    /** No code works twice. */
    const nextCode = (secret: string) => {
      api.clock.now += 30 * SECOND;
      return code(secret);
    };

    async function protectedMember(username: string) {
      const member = await register(api, username);
      const browser = await signedIn(api, member);
      const { secret } = (await browser.call('POST /two-factor')).body.response;
      const confirmed = await browser.call('POST /two-factor/confirm', { json: { code: code(secret) } });
      assert.equal(confirmed.status, 200, confirmed.text);
      return { member, browser, secret, codes: confirmed.body.response.recovery_codes as string[] };
    }

    async function halfSignedIn({ email }: Member): Promise<Browser> {
      const browser = openBrowser(api);
      const answer = await browser.call('POST /auth/sign-in', { json: { email, password: PASSWORD } });
      assert.deepEqual(answer.body.response, { signed_in: false, two_factor: true });
      assertError(await browser.call('GET /passkeys'), 401, 'unauthenticated');
      return browser;
    }

    it('takes effect with the first correct code, and not before', async () => {
      const member = await register(api, 'ada');
      const browser = await signedIn(api, member);
      const { secret, uri } = (await browser.call('POST /two-factor')).body.response;
      assert.match(secret, /^[A-Z2-7]{32}$/);
      assert.equal(
        uri,
        `otpauth://totp/Fingerpost:ada%40example.com?secret=${secret}&issuer=Fingerpost&algorithm=SHA1&digits=6&period=30`,
      );
      for (const guess of [wrong, '１２３４５６', 'ééé123']) {
        assertError(await browser.call('POST /two-factor/confirm', { json: { code: guess } }), 422, 'invalid');
      }
      await signedIn(api, member);
      const { body } = await browser.call('POST /two-factor/confirm', { json: { code: code(secret) } });
      assert.equal(body.response.recovery_codes.length, 10);
      assert.equal(new Set(body.response.recovery_codes).size, 10);
      for (const one of body.response.recovery_codes)
        assert.match(one, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/);
      const again = openBrowser(api);
      const half = await again.call('POST /auth/sign-in', { json: { email: member.email, password: PASSWORD } });
      assert.deepEqual(half.body.response, { signed_in: false, two_factor: true });
      assert.equal(again.cookies.has('fingerpost.session'), false);
      assertError(await browser.call('POST /two-factor'), 422, 'invalid');
    });

    it('is turned on once, also by several codes that are valid at the moment', async () => {
      const member = await register(api, 'abe');
      const browser = await signedIn(api, member);
      const { secret } = (await browser.call('POST /two-factor')).body.response;
      const answers = await Promise.all(
        [-1, 0, 1].map((steps) => {
          const json = { code: totpCode(secret, api.clock.now + steps * 30 * SECOND) };
          return browser.copy().call('POST /two-factor/confirm', { json });
        }),
      );
      const [on, ...others] = answers.filter(({ status }) => status === 200);
      assert.deepEqual(others, []);
      const half = await halfSignedIn(member);
      const [first] = on!.body.response.recovery_codes;
      const answer = await half.call('POST /auth/sign-in/recovery-code', { json: { code: first } });
      assert.equal(answer.status, 200, answer.text);
    });

    it('signs in with a code, which works once', async () => {
      const { member, secret } = await protectedMember('bea');
      const browser = await halfSignedIn(member);
      const current = nextCode(secret);
      const answer = await browser.call('POST /auth/sign-in/code', {
        json: { code: `${current.slice(0, 3)} ${current.slice(3)}` },
      });
      assert.deepEqual(answer.body, { status: true, response: { signed_in: true } });
      assert.equal((await browser.call('GET /user')).body.response.id, member.id);
      const other = await halfSignedIn(member);
      assertError(await other.call('POST /auth/sign-in/code', { json: { code: current } }), 422, 'invalid');
      assert.equal(other.cookies.has('fingerpost.session'), false);
    });

    it('accepts a code of half a minute ago, and none of before', async () => {
      const { member, secret } = await protectedMember('cleo');
      const early = nextCode(secret);
      api.clock.now += 30 * SECOND;
      const browser = await halfSignedIn(member);
      assert.equal((await browser.call('POST /auth/sign-in/code', { json: { code: early } })).status, 200);
      const late = nextCode(secret);
      api.clock.now += 60 * SECOND;
      const other = await halfSignedIn(member);
      assertError(await other.call('POST /auth/sign-in/code', { json: { code: late } }), 422, 'invalid');
    });

    it('asks for the password first', async () => {
      const { secret } = await protectedMember('dora');
      const json = { code: nextCode(secret) };
      assertError(await openBrowser(api).call('POST /auth/sign-in/code', { json }), 401, 'unauthenticated');
      assertError(await openBrowser(api).call('POST /auth/sign-in/recovery-code', { json }), 401, 'unauthenticated');
    });

    it('signs in with a recovery code, each of them once', async () => {
      const { member, codes } = await protectedMember('eve');
      const browser = await halfSignedIn(member);
      const typed = codes[3]!.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O');
      const answer = await browser.call('POST /auth/sign-in/recovery-code', { json: { code: typed } });
      assert.deepEqual(answer.body, { status: true, response: { signed_in: true, codes_left: 9 } });
      assert.equal((await browser.call('GET /user')).body.response.id, member.id);
      const other = await halfSignedIn(member);
      const again = await other.call('POST /auth/sign-in/recovery-code', { json: { code: codes[3] } });
      assertError(again, 422, 'invalid');
      const next = await other.call('POST /auth/sign-in/recovery-code', { json: { code: codes[0] } });
      assert.equal(next.body.response.codes_left, 8);
    });

    it('lets one of two in who use the same recovery code at once', async () => {
      const { member, codes } = await protectedMember('fay');
      const browsers = [await halfSignedIn(member), await halfSignedIn(member)];
      const answers = await Promise.all(
        browsers.map((one) => one.call('POST /auth/sign-in/recovery-code', { json: { code: codes[0] } })),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
    });

    it('slows down guessing, and does not lock out a browser of the owner', async () => {
      const { member, secret, browser: known } = await protectedMember('gil');
      const guesser = await halfSignedIn(member);
      const statuses: number[] = [];
      for (let guess = 0; guess < 8; guess += 1) {
        const answer = await guesser.call('POST /auth/sign-in/code', { json: { code: wrong } });
        statuses.push(answer.status);
        if (answer.status === 429) assert.ok(Number(answer.headers['retry-after']) >= 1);
      }
      assert.deepEqual(statuses, [422, 422, 422, 422, 422, 429, 429, 429]);
      const right = await guesser.call('POST /auth/sign-in/code', { json: { code: code(secret) } });
      assert.equal(right.status, 429);
      const own = known.copy();
      await own.call('POST /auth/sign-in', { json: { email: member.email, password: PASSWORD } });
      assert.equal((await own.call('POST /auth/sign-in/code', { json: { code: nextCode(secret) } })).status, 200);
    });

    it('replaces the recovery codes', async () => {
      const { member, browser, codes } = await protectedMember('hal');
      const { body } = await browser.call('POST /two-factor/recovery-codes');
      assert.equal(body.response.recovery_codes.length, 10);
      const half = await halfSignedIn(member);
      const old = await half.call('POST /auth/sign-in/recovery-code', { json: { code: codes[0] } });
      assertError(old, 422, 'invalid');
      const json = { code: body.response.recovery_codes[0] };
      assert.equal((await half.call('POST /auth/sign-in/recovery-code', { json })).status, 200);
    });

    it('is turned off by somebody who signed in recently', async () => {
      const { member, browser } = await protectedMember('ida');
      api.clock.now += 11 * 60 * SECOND;
      assertError(await browser.call('POST /two-factor/delete'), 403, 'reauthenticate');
      api.clock.now -= 11 * 60 * SECOND;
      assert.equal((await browser.call('POST /two-factor/delete')).status, 200);
      await signedIn(api, member);
      assertError(await browser.call('POST /two-factor/delete'), 422, 'invalid');
      assertError(await browser.call('POST /two-factor/recovery-codes'), 422, 'invalid');
    });

    it('asks for a code when the password is confirmed', async () => {
      const { browser, secret } = await protectedMember('kim');
      const password = PASSWORD;
      assertError(await browser.call('POST /auth/reauthenticate', { json: { password } }), 422, 'invalid');
      assertError(await browser.call('POST /auth/reauthenticate', { json: { password, code: wrong } }), 422, 'invalid');
      const json = { password, code: nextCode(secret) };
      assert.equal((await browser.call('POST /auth/reauthenticate', { json })).status, 200);
      const { two_factor, recovery_codes_left } = (await browser.call('GET /account')).body.response;
      assert.deepEqual({ two_factor, recovery_codes_left }, { two_factor: true, recovery_codes_left: 10 });
    });

    it('stores neither the secret nor the recovery codes in the clear', async () => {
      const { member, secret, codes } = await protectedMember('jan');
      const rows = await api.store.read
        .selectFrom('credential')
        .selectAll()
        .where('person_id', '=', member.id)
        .execute();
      assert.equal(rows.length, 1);
      const stored = JSON.stringify(rows);
      for (const text of [secret, ...codes]) assert.equal(stored.includes(text), false);
    });
  });
}
